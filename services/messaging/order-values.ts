import { dayOf, formatMoney, shownTime } from '@nordhaut/contracts';
import { isPaidByCredit, ON_CARD_AFTER, type Order, orderFacts, rejectionLabels } from '@nordhaut/ordering';
import type { MailData } from './causes.ts';
import { cancelReasons, labels } from './messages.ts';
import type { Values } from './template.ts';

/** An order number in groups of four, to be read aloud. */
export const inGroups = (orderNo: string): string => (orderNo.match(/.{1,4}/g) ?? []).join(' ');

/** `2026/11/22` of an instant in Taipei. */
export const taipeiDate = (instant: string | Date): string => dayOf(instant).replaceAll('-', '/');
export const taipeiMinute = (at: string): string => shownTime(at).slice(0, 16);

const minus = (amount: number): string => `-${formatMoney(amount)}`;

/**
 * What a buyer typed, with a space of no width inside what a mail program would make a link of. Anybody may order, or register, with
 * somebody else's e-mail address, and the shop would send that person a stranger's link.
 */
export const withoutLinks = (typed: string): string => typed.replace(/[.。．｡:/@](?=\S)/gu, '$&\u200b');

/** All values that the mails of an order may show. Empty where the order has nothing. */
export function orderValues(order: Order, data: MailData, shopUrl: string): Values {
  const { terms, personal, placedAt, shipment, cancelled, payment, return: goods } = order;
  const contact = personal.contact;
  const recipient = contact?.recipient;
  const name = recipient ? withoutLinks(`${recipient.firstName}${recipient.lastName}`) : '';
  const store = contact?.store;
  const isStore = terms.delivery.type === 'CVS';
  const pickup = [shipment?.cvsPaymentNo, shipment?.cvsValidationNo].filter(Boolean).join('-');
  // The order's page names the same day, also after the carrier's own report of an arrival that a poll had seen.
  const deadline = orderFacts(order).pickup?.deadline;
  const isPaidBack = data.refundDue ?? payment.paid > 0;
  return {
    texts: {
      name,
      orderNo: inGroups(terms.orderNo),
      originNo: terms.linked ? inGroups(terms.linked.orderNo) : '',
      orderUrl: `${shopUrl}/search-order?id=${encodeURIComponent(terms.orderNo)}`,
      placedAt: taipeiMinute(placedAt),
      total: formatMoney(terms.total),
      payment: terms.payment === 'COD' ? labels.cod : terms.total === 0 ? labels.credit : labels.card,
      payNote: terms.payment === 'COD' ? `${isStore ? '取貨' : '收到商品'}時，請備妥 ${formatMoney(terms.total)} 付款。` : '',
      delivery: labels.delivery[terms.delivery.subtype],
      store: store ? `${labels.chain[terms.delivery.subtype] ?? ''} ${store.name}`.trim() : '',
      storeAddress: store?.address ?? '',
      recipient: name,
      address:
        recipient && !isStore
          ? `${recipient.zip} ${recipient.city}${recipient.district}${recipient.area}${withoutLinks(recipient.address)}`.trim()
          : '',
      pickupCode: pickup,
      deadline: deadline ? taipeiDate(deadline) : '',
      reason: cancelled === null ? '' : (cancelReasons[cancelled] ?? cancelReasons['OTHER'] ?? ''),
      refundNote: isPaidBack ? '已付款項將退回您原本的信用卡，完成後我們會再寄信通知您；實際入帳日依發卡銀行作業而定。' : '',
      amount: data.amount === undefined ? '' : formatMoney(data.amount),
      way: data.way === undefined ? '' : labels.refundWay[data.way],
      refundText: refundText(data),
      returnAt: goods ? taipeiMinute(goods.requestedAt) : '',
      returnRefund: returnRefund(order),
      rejection: goods?.rejected ? rejectionLabels[goods.rejected] : '',
      receipt: data.receipt ?? '',
    },
    items: {
      lines: [
        ...terms.lines.map(({ nameZh, quantity, unitPrice, subtotal }) => ({
          name: nameZh,
          note: `${formatMoney(unitPrice)} × ${quantity}`,
          amount: formatMoney(subtotal),
        })),
        ...terms.gifts.map(({ nameZh, quantity }) => ({ name: nameZh, note: `贈品 × ${quantity}`, amount: formatMoney(0) })),
      ],
      amounts: [
        { label: '商品小計', amount: formatMoney(terms.subtotal) },
        ...terms.discounts.map(({ name, amount }) => ({ label: name, amount: minus(amount) })),
        ...(terms.credit > 0 ? [{ label: '購物金折抵', amount: minus(terms.credit) }] : []),
        { label: '運費', amount: terms.shippingFee === 0 ? '免運費' : formatMoney(terms.shippingFee) },
        { label: '訂單金額', amount: formatMoney(terms.total), total: true as const },
      ],
    },
  };
}

/** How a return is paid back. Of an account the last four digits, by which its owner knows it. Goods that were sent again are paid by their origin. */
function returnRefund(order: Order): string {
  const account = order.personal.support?.bankAccount;
  if (account) return labels.toAccount(account.accountNo.slice(-4));
  if (order.terms.linked) return '';
  if (isPaidByCredit(order)) return labels.credit;
  return labels.refundWay[order.terms.payment === 'COD' ? 'transfer' : 'card'];
}

function refundText({ amount, way, stray }: MailData): string {
  if (amount === undefined) return '';
  const text = stray ? '您的訂單有一筆重複扣款，我們已全數退還。' : `您的訂單已退款 ${formatMoney(amount)}。`;
  return way === 'card'
    ? `${text}款項會退回您付款的信用卡，實際入帳日依發卡銀行作業而定，通常為 ${ON_CARD_AFTER}。`
    : `${text}款項已匯入您提供的帳戶。`;
}
