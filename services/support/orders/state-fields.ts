import { displayStatus, isLive, moneyOf, type Order, ownerOf, statusLabels } from '@nordhaut/ordering';
import { maskEmail, maskName, maskPhone } from '@nordhaut/ordering';
import { shownTime, toNationalPhone } from '@nordhaut/contracts';
import { notPaidBack, shownAmount, shownGoods, shownPaidBack, shownPayment, shownRefundUntil } from './amounts.ts';
import { costOf, whyAmount } from './deductions.ts';
import { storeState } from './stores.ts';
import * as words from './words.ts';

export type Field = { label: string; value: string };
const { money } = words;
const NONE = '—';

const timeOr = (at: string | null | undefined): string => (at ? shownTime(at) : NONE);

function shownReturn(order: Order): string {
  const { return: goods, returnState } = order;
  if (!goods) return NONE;
  const state = returnState ? statusLabels[returnState] : words.endedReturn(goods);
  return `${state}${goods.receivedAt ? `，${shownTime(goods.receivedAt)} 收到商品` : ''}${goods.due === null ? '' : `，應退 ${money(goods.due)}${notPaidBack(order)}`}`;
}

/** An order as labelled lines; the recipient is masked. Two states differ where a line differs. */
export function stateFields(order: Order): Field[] {
  const { terms, payment, shipment } = order;
  const { subtype } = terms.delivery;
  const { taken, owed } = moneyOf(order);
  const lines: [label: string, value: string][] = [
    ['訂單狀態', displayStatus(order).label],
    ['付款', shownPayment(order)],
    ['訂單金額', shownAmount(order)],
    ['已收', money(taken)],
    ['已退', shownPaidBack(order, shownTime, whyOf(order))],
    ['本店尚須退給顧客', money(owed)],
    [
      '其中已決定退款',
      order.startedRefunds
        .map(
          (refund) =>
            `${money(refund.amount)}（${words.WAYS[refund.way]}${whyOf(order)(refund)}${shownRefundUntil(refund.reason, order)}）`,
        )
        .join('、') || NONE,
    ],
    ['銀行交易編號', payment.bankTransactionId ?? NONE],
    ['商品', shownGoods(order)],
    ['優惠券與折扣', terms.discounts.map(({ name, amount }) => `${name} −${money(amount)}`).join('、') || NONE],
    ['贈品', terms.gifts.map(({ nameZh, quantity }) => `${nameZh} × ${quantity}`).join('、') || NONE],
    ['配送', words.SUBTYPES[subtype] ?? subtype],
    ['包裹', shipment ? `${shipment.tradeNo}（內部編號 ${shipment.logisticsId}）` : order.shipmentRejected ? '物流拒絕建立' : NONE],
    ['查件號碼', carrierNumber(order)],
    ['包裹狀態', shownParcel(order)],
    ['取貨門市', storeState(order, shownTime) ?? NONE],
    ['交給物流', timeOr(order.handedOverAt)],
    ['顧客收到', timeOr(order.receivedAt)],
    ['退貨', shownReturn(order)],
    [
      '待覆核的提案',
      order.proposals
        ?.filter(({ verdict }) => verdict === 'OPEN')
        .map(
          ({ proposalId, amount, as, over }) =>
            `${words.PROPOSED[as ?? 'refund']} ${money(amount)}（${words.proposalName(proposalId)}${over ? `，${words.overLimit(over)}` : ''}）`,
        )
        .join('、') || NONE,
    ],
    [
      '客服贈送的購物金',
      order.goodwillCredit
        ?.map(({ creditId, amount, revoked }) => `${creditId} ${money(amount)}${revoked ? '（已收回未使用的餘額）' : ''}`)
        .join('、') || NONE,
    ],
    ['發票（遮罩）', invoiceState(order)],
    ['客服備註', order.notes ? `${order.notes.filter(({ withdrawn }) => !withdrawn).length} 則` : NONE],
    ['換貨與補寄', linkedState(order)],
    ['取消', order.cancelled ? `${words.CANCELLATIONS[order.cancelled]}${order.recall ? `（${words.RECALLS[order.recall]}）` : ''}` : NONE],
    ['顧客', ownerOf(order) === null ? '訪客' : '會員'],
    ['收件人（遮罩）', maskedRecipient(order)],
    ['個資', dataState(order)],
  ];
  return lines.map(([label, value]) => ({ label, value }));
}

/** Why a refund is as much as it is. */
const whyOf =
  (order: Order) =>
  (refund: Order['refunds'][number]): string =>
    whyAmount(refund, costOf(order), order);

/**
 * The number that the carrier's own page and phone ask for. A store gives the parcel to anyone with its number and four more digits, so
 * the revealed data alone has that one.
 */
export function carrierNumber({ shipment, terms }: Order): string {
  if (!shipment || terms.delivery.subtype === 'INTERNATIONAL') return NONE;
  if (terms.delivery.subtype === 'TCAT') return shipment.bookingNote || NONE;
  return shipment.cvsPaymentNo ? '以「顯示個人資料」檢視' : NONE;
}

/** The number of a linked order is left out: a preview does not know it. */
export function linkedState({ terms, linked = [] }: Order): string {
  const nameOf = (id: number): string => terms.lines.find(({ productId }) => productId === id)?.nameZh ?? '';
  const of = linked.map((one) => {
    const { kind, items, value, state } = one;
    const goods = items.map(({ productId, quantity }) => `${nameOf(productId)} × ${quantity}`).join('、');
    return `${words.LINKED_KINDS[kind]} ${goods}，不另收費（${words.LINKED_STATES[state]}${isLive(one) ? `；其中 ${money(value)} 不退款` : ''}）`;
  });
  return (
    [terms.linked && `訂單 ${terms.linked.orderNo} 的${words.LINKED_KINDS[terms.linked.kind]}`, ...of].filter(Boolean).join('；') || NONE
  );
}

/** The carrier's code of a parcel that was cancelled says nothing of the warehouse. */
export function shownParcel({ parcel, terms, cancelled, recall, handedOverAt }: Order): string {
  if (!parcel) return NONE;
  const label = `${words.parcelLabel(terms.delivery.subtype, parcel.code)}（代碼 ${parcel.code}）`;
  if (!cancelled || handedOverAt) return label;
  return `${recall ? words.RECALLS[recall] : '停止寄送中'}；物流最後狀態：${label}`;
}

/** A correction always differs, also where the masked parts are the same. */
function invoiceState({ terms, invoice, personal, forgotten }: Order): string {
  const { uniformNumber = '', mobileBarcode = '' } = personal.invoice ?? {};
  const parts = [
    words.INVOICES[invoice?.type ?? terms.invoiceType],
    forgotten?.invoice ? '資料已刪除' : '',
    uniformNumber && `統一編號 *****${uniformNumber.slice(-3)}`,
    mobileBarcode && `手機條碼 /*****${mobileBarcode.slice(-2)}`,
    invoice && `${shownTime(invoice.at)} 更正`,
  ];
  return parts.filter(Boolean).join('，');
}

/** A corrected address always differs, also where the masked parts are the same. */
export function maskedRecipient({ personal, forgotten, emailCorrectedAt }: Order): string {
  const recipient = personal.contact?.recipient;
  if (!recipient) return forgotten?.contact ? '已刪除' : NONE;
  const { firstName, lastName, phoneE164, email, city, district } = recipient;
  const address = maskEmail(email) + (emailCorrectedAt ? `（${shownTime(emailCorrectedAt)} 更正）` : '');
  return [maskName(firstName + lastName), maskPhone(toNationalPhone(phoneE164)), address, city + district].filter(Boolean).join('，');
}

function dataState({ forgotten = {}, holds = [], erasure }: Order): string {
  const parts = [
    ...(Object.keys(forgotten).length > 0 ? [`已刪除：${words.listed(Object.keys(forgotten), words.PURPOSES)}`] : []),
    ...(holds.length > 0 ? [`暫停刪除：${words.listed(holds, words.HOLDS)}`] : []),
    ...(erasure ? [`待刪除，期限 ${shownTime(erasure.dueBy)}`] : []),
  ];
  return parts.join('；') || '保存中';
}

/** The lines that an event changed. */
export function changesBetween(before: readonly Field[], after: readonly Field[]): { what: string; before: string; after: string }[] {
  return after.flatMap(({ label, value }, at) => {
    const old = before[at]?.value ?? NONE;
    return old === value ? [] : [{ what: label, before: old, after: value }];
  });
}

/** Who gets the parcel, and where. */
export function recipientFields({
  recipient,
  store,
  nextStore,
  formerStore,
  formerEmails,
}: NonNullable<Order['personal']['contact']>): Field[] {
  return filled([
    ['收件人', recipient.firstName + recipient.lastName],
    ['電話', toNationalPhone(recipient.phoneE164)],
    ['電子郵件', recipient.email],
    ['更正前的電子郵件', formerEmails?.filter(Boolean).join('、')],
    ['地址', recipient.zip + recipient.city + recipient.district + recipient.area + recipient.address],
    ['取貨門市', store ? `${store.name}（${store.id}）${store.address}` : ''],
    ['原取貨門市', formerStore && `${formerStore.name}（${formerStore.id}）${formerStore.address}`],
    ['改選的門市', nextStore && `${nextStore.name}（${nextStore.id}）${nextStore.address}`],
  ]);
}

/** All personal data of an order, for who may see it. What was forgotten is missing. */
export function personalFields({ personal: { contact, invoice, support }, shipment, terms }: Order): Field[] {
  const lines: [string, string | undefined][] = [];
  if (contact && shipment && terms.delivery.type === 'CVS') lines.push(['查件號碼', shipment.cvsPaymentNo + shipment.cvsValidationNo]);
  if (contact?.returnSender) {
    const { name, phone, zip, address } = contact.returnSender;
    lines.push(['退貨寄件人', `${name} ${phone} ${zip}${address}`]);
  }
  if (invoice) lines.push(['統一編號', invoice.uniformNumber], ['發票抬頭', invoice.companyTitle], ['手機條碼', invoice.mobileBarcode]);
  if (support) {
    const { comment, bankAccount } = support;
    lines.push(
      ['退貨說明', comment],
      ['退款帳戶', bankAccount ? `${bankAccount.bankCode} ${bankAccount.accountNo} ${bankAccount.holder}` : ''],
    );
  }
  return [...(contact ? recipientFields(contact) : []), ...filled(lines)];
}

const filled = (lines: readonly (readonly [label: string, value: string | undefined])[]): Field[] =>
  lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
