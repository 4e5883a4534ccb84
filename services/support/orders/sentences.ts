import type { CartEvent } from '@nordhaut/cart';
import type { Order, OrderEvent } from '@nordhaut/ordering';
import type { CouponEvent, WalletEvent } from '@nordhaut/promotions';
import { chargedNothing, notPaidBack, shownRefundUntil, wayOf } from './amounts.ts';
import { type Cost, deductionOf, whyAmount } from './deductions.ts';
import { type CouponNames, promotionSentence } from './promotion-sentences.ts';
import { changedStores, chosenStores } from './stores.ts';
import * as words from './words.ts';

const { money } = words;
/** Names of the products that the order knows, by id. */
export type ProductNames = ReadonlyMap<number, string>;
type Item = { productId: number; quantity: number };

const itemsOf = (items: readonly Item[], names: ProductNames): string =>
  items.length === 0 ? '（無）' : items.map((item) => `${nameOf(item.productId, names)} × ${item.quantity}`).join('、');
const nameOf = (productId: number, names: ProductNames): string => names.get(productId) ?? `商品編號 ${productId}`;

/**
 * What a sentence needs to know beside its event. `after`: the order after the event, of the order's own events. `rewards`: those
 * that were taken back with the return, in words. `failed`: the payment of the order failed later, so there is no order.
 */
export type About = { cost?: Cost; coupons?: CouponNames; after?: Order; rewards?: readonly string[]; failed?: boolean };

/** What an event of an order's history says, as a sentence for support. It names no person. */
export function sentenceOf({ type, data }: { type: string; data: object }, names: ProductNames, about: About = {}): string {
  const { coupons } = about;
  return (
    orderSentence({ type, data } as OrderEvent, about) ??
    cartSentence({ type, data } as CartEvent, names) ??
    promotionSentence({ type, data } as WalletEvent | CouponEvent, coupons) ??
    checkoutSentence(type, data)
  );
}

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];

/** `，優惠券「折一百」−NT$100，購物金 −NT$300` */
function promotionsOf(placed: Placed): string {
  const { promotions, credit } = placed;
  const coupons = (promotions?.coupons ?? []).map(
    ({ name, discount, gifts }) => `「${name}」${discount ? `−${money(discount.amount)}` : `贈 ${gifts.length} 項`}`,
  );
  const used = coupons.length > 0 ? `優惠券${coupons.join('、')}` : `未使用優惠券${whyNoCoupon(placed)}`;
  return `，${used}${credit > 0 ? `，購物金 −${money(credit)}` : ''}`;
}

/** The checkout refuses an order whose coupon does not apply, so an order without one was sent without one. */
export function whyNoCoupon({ memberId, group, linked }: Pick<Placed, 'memberId' | 'group' | 'linked'>): string {
  if (group) return '（團購不適用優惠券）';
  if (linked) return '';
  return memberId === null ? '（訪客不能使用會員優惠券）' : '（顧客送出訂單時未選用優惠券）';
}

/** `（金流回覆代碼 10003：…）`; empty where the processor gave none. */
function processorCode(code: number | null): string {
  if (code === null) return '';
  const meaning = words.PROCESSOR_CODES[code];
  return `（金流回覆代碼 ${code}${meaning ? `：${meaning}` : ''}）`;
}

function orderSentence({ type, data }: OrderEvent, { cost, after, rewards = [], failed }: About): string | undefined {
  switch (type) {
    case 'OrderPlaced':
      if (data.linked) return `${words.LINKED_KINDS[data.linked.kind]}訂單成立，不另收費（${words.SUBTYPES[data.delivery.subtype] ?? ''}）`;
      return `${data.group ? `團購「${data.group.name}」的` : ''}${failed ? '收到訂單' : '訂單成立'}，金額 ${money(data.total)}（${wayOf(data)}，${words.SUBTYPES[data.delivery.subtype] ?? ''}）${promotionsOf(data)}${failed ? '；之後付款失敗，訂單未成立' : ''}`;
    case 'CardPaymentStarted':
      return `開始 3D 驗證，請款 ${money(data.amount)}，銀行交易編號 ${data.bankTransactionId}`;
    case 'CardPaymentAuthorised':
      return `付款成功，已收 ${money(data.amount)}，銀行交易編號 ${data.bankTransactionId}`;
    case 'CardPaymentFailed':
      return `付款失敗：${words.PAYMENT_FAILURES[data.reason]}${processorCode(data.providerCode)}；${chargedNothing(data.reason)}`;
    case 'ShipmentCreated':
      return `已建立包裹 ${data.tradeNo}（${words.SUBTYPES[data.subtype] ?? '物流'}）${data.subtype === 'TCAT' && data.bookingNote ? `，查件號碼 ${data.bookingNote}` : ''}，內部編號 ${data.logisticsId}`;
    case 'ShipmentRejected':
      return data.reason === 'BUYER_FORGOTTEN' ? '收件資料已刪除，無法建立包裹' : `物流拒絕建立包裹 ${data.tradeNo}`;
    case 'ShipmentCancelled':
      return recallSentence(data);
    case 'ParcelStatusReported':
      return `包裹狀態：${words.parcelLabel(data.subtype, data.code)}（代碼 ${data.code}，${words.SOURCES[data.source] ?? data.source}）${data.current ? '' : '，較目前狀態舊，未採用'}`;
    case 'StoreProblemReported':
      return `${data.side === 'pickup' ? '取貨' : '退貨'}門市無法使用：${words.STORE_PROBLEMS[data.status] ?? '原因不明'}（物流通知代碼 ${data.status}），需改選門市`;
    case 'PickupStoreChosen':
      return `客服改選取貨門市${storesOf(after)}，向物流申請變更`;
    case 'PickupStoreChanged':
      return `物流接受申請，已變更取貨門市${storesOf(after)}`;
    case 'PickupStoreRefused':
      return '物流不接受申請，取貨門市未變更';
    case 'OrderCancelled':
      return `訂單取消：${words.CANCELLATIONS[data.reason]}${data.refundDue ? '，須退款' : '，無須退款'}`;
    case 'ReturnRequested':
      return `顧客申請退貨：${words.RETURN_REASONS[data.reason] ?? data.reason}`;
    case 'ReturnApproved':
      return `退貨申請通過（${words.APPROVALS[data.reason]}）`;
    case 'ReturnRejected':
      return `${data.reason === 'NOT_RECEIVED_BACK' ? '退貨結束' : '退貨申請未通過'}：${words.REJECTIONS[data.reason] ?? data.reason}`;
    case 'ReturnReceived':
      return `收到退回商品${data.due === null ? '' : `，應退 ${money(data.due)}${deductionOf(data.due, cost)}${after ? notPaidBack(after) : ''}`}`;
    case 'RewardsTakenBack':
      return `${rewards.length > 0 ? `收回此訂單的回饋：${rewards.join('、')}` : '核對此訂單的回饋：尚未發放，沒有可收回的'}${data.deducted > 0 ? `；已使用的 ${money(data.deducted)} 自退款扣除` : ''}`;
    case 'RefundStarted':
      return `決定退款 ${money(data.amount)}（${words.REFUNDS[data.reason]}，${words.WAYS[data.way]}${whyAmount(data, cost, after)}${shownRefundUntil(data.reason, after)}）`;
    case 'RefundWayChanged':
      return `銀行未接受退回信用卡，退款${amountOf(data.refundId, after)}改以匯款支付`;
    case 'RefundIssued':
      return `完成退款 ${money(data.amount)}（${words.REFUNDS[data.reason]}，${words.WAYS[data.way]}）`;
    case 'StrayChargeFound':
      return `發現重複扣款 ${money(data.amount)}，銀行交易編號 ${data.bankTransactionId}`;
    case 'NoteWritten':
      return `客服寫下備註（${words.noteName(data.noteId)}）`;
    case 'NoteWithdrawn':
      return `客服撤回備註（${words.noteName(data.noteId)}）`;
    case 'RefundProposed':
      return `提出${words.PROPOSED[data.as ?? 'refund']} ${money(data.amount)}，待另一位同仁覆核（${words.proposalName(data.proposalId)}${data.over ? `，${words.overLimit(data.over)}` : ''}）`;
    case 'RefundApproved':
      return `覆核通過${judgedOf(data.proposalId, after)}（${words.proposalName(data.proposalId)}）`;
    case 'RefundDeclined':
      return `${isWithdrawn(data, after) ? '撤回提案：' : '覆核不同意'}${judgedOf(data.proposalId, after)}（${words.proposalName(data.proposalId)}）`;
    case 'GoodwillCreditGranted':
      return `贈送會員購物金 ${money(data.amount)}（${data.creditId}）`;
    case 'GoodwillCreditRevoked':
      return `收回購物金 ${data.creditId} 尚未使用的餘額`;
    case 'InvoiceCorrected':
      return `客服更正發票資料（${words.INVOICES[data.invoiceType]}）`;
    case 'ContactEmailCorrected':
      return '客服更正電子郵件，之後的信寄到新的地址';
    case 'LinkedOrderAgreed':
      return `客服決定${words.LINKED_KINDS[data.kind]}，新訂單 ${data.linkedOrderNo}，不另收費；其中 ${money(data.value)} 不再退款`;
    case 'LinkedOrderPlaced':
      return `換貨或補寄訂單 ${data.linkedOrderNo} 已成立`;
    case 'LinkedOrderEnded':
      return `換貨或補寄訂單 ${data.linkedOrderNo} 未完成（${words.LINKED_STATES[data.outcome]}）${data.due === undefined ? '' : `，應退 ${money(data.due)}`}${data.withdrawn ? '；原包裹確定無法送達時才退款' : ''}`;
    case 'OriginTold':
      return `已通知原訂單：${words.LINKED_STATES[data.outcome]}`;
    case 'OrderAdopted':
      return `訪客訂單歸入會員帳號（${data.by === 'COOKIE' ? '同一瀏覽器' : '已確認的電子郵件'}）`;
    case 'HoldPlaced':
      return `暫停刪除個資：${words.HOLDS[data.hold]}`;
    case 'HoldLifted':
      return `解除暫停刪除個資：${words.HOLDS[data.hold]}`;
    case 'ForgettingRequested':
      return `申請刪除${words.listed(data.purposes, words.PURPOSES)}，須等待：${words.listed(
        data.waits.map(({ why }) => why),
        words.WAITS,
      )}`;
    case 'PersonalDataForgotten':
      return `已刪除${words.listed(data.purposes, words.PURPOSES)}（${data.requester === 'PERSON' ? '本人要求' : '保存期限屆滿'}）`;
    default: {
      const _: never = type;
      return undefined;
    }
  }
}

/** Empty where the caller knows no state of the order. */
const amountOf = (refundId: string, after: Order | undefined): string => {
  const refund = after?.startedRefunds.find((one) => one.refundId === refundId);
  return refund ? ` ${money(refund.amount)} ` : '';
};

const proposalOf = (proposalId: string, after: Order | undefined) => after?.proposals?.find((one) => one.proposalId === proposalId);

/** What was judged. Without the order's state it is called a refund, as it mostly is. */
function judgedOf(proposalId: string, after: Order | undefined): string {
  const proposal = proposalOf(proposalId, after);
  return proposal ? words.PROPOSED[proposal.as ?? 'refund'] : '退款';
}

/** Whether who proposed it declined it, so that nobody else judged it. */
const isWithdrawn = ({ proposalId, by }: { proposalId: string; by: string }, after: Order | undefined): boolean =>
  proposalOf(proposalId, after)?.by === by;

/** The warehouse may answer later, so the sentence says what has to follow, not what is missing now. */
function recallSentence({ tradeNo, outcome }: Extract<OrderEvent, { type: 'ShipmentCancelled' }>['data']): string {
  if (outcome === 'KEPT_IN_WAREHOUSE') return `倉庫確認包裹 ${tradeNo} 留在倉庫，不會寄出`;
  const what = outcome === 'DO_NOT_SHIP' ? '包裹須留在倉庫，請勿出貨；待倉庫確認' : words.RECALLS[outcome];
  return `停止寄送包裹 ${tradeNo}：${what}`;
}

/** Empty where the caller knows no state of the order. */
const storesOf = (after: Order | undefined): string => {
  const stores = after && (after.storeChange?.state === 'OPEN' ? chosenStores(after) : changedStores(after));
  return stores ? `（${stores}）` : '';
};

function cartSentence({ type, data }: CartEvent, names: ProductNames): string | undefined {
  switch (type) {
    case 'CartItemAdded':
      return `加入購物車：${itemsOf([data], names)}`;
    case 'CartItemQuantityChanged':
      return `購物車數量改為 ${data.quantity}：${nameOf(data.productId, names)}`;
    case 'CartItemRemoved':
      return `移出購物車：${nameOf(data.productId, names)}`;
    case 'CartLinesClaimed':
      return `結帳保留購物車商品：${itemsOf(data.items, names)}`;
    case 'CartClaimReleased':
      return `商品退回購物車：${itemsOf(data.items, names)}`;
    case 'CartClaimRefused':
      return '購物車商品不足，無法結帳';
    case 'CartCheckedOut':
      return `購物車商品已成為訂單：${itemsOf(data.items, names)}`;
    case 'CartHandedOver':
      return `訪客購物車移交會員：${itemsOf(data.items, names)}`;
    case 'CartHandOverEnded':
      return '購物車移交完成';
    case 'CartAdopted':
      return `會員購物車併入：${itemsOf(data.items, names)}`;
    default: {
      const _: never = type;
      return undefined;
    }
  }
}

/** Of the checkout process. No capability imports checkout, so its events have no types here. */
function checkoutSentence(type: string, data: object): string {
  const { total, code, linked } = data as { total?: number; code?: string; linked?: NonNullable<Placed['linked']> };
  switch (type) {
    case 'CheckoutStarted':
      // No buyer sends an order that support decided.
      if (linked) return `依訂單 ${linked.orderNo} 的決定${words.LINKED_KINDS[linked.kind]}`;
      return `顧客送出訂單，同意金額 ${money(total ?? 0)}`;
    case 'ChargeRequested':
      return '向金流請款';
    case 'ChargeRuledOut':
      return '確定不再向金流請款';
    case 'CheckoutCompleted':
      return '結帳流程完成';
    case 'CheckoutFailed':
      return `結帳流程未完成：${words.checkoutEnd(code ?? '')}`;
    case 'PaymentDoubtEnded':
      return '不再追查未確定的付款';
    default:
      return type;
  }
}
