import { shownTime } from '@nordhaut/contracts';
import type { HistoryEvent, SummaryLine } from '@nordhaut/contracts/support';
import { openReturn, ownerOf, type Order } from '@nordhaut/ordering';
import { carrierNumber, linkedState, maskedRecipient, shownParcel } from './state-fields.ts';
import { storeState } from './stores.ts';
import { approval, byWhom, type Told } from './told.ts';
import * as words from './words.ts';

const NONE = '—';
type More = Pick<SummaryLine, 'sealed' | 'member'>;
const line = (label: string, value: string | undefined, more: More = {}): SummaryLine[] =>
  value && value !== NONE ? [{ label, value, ...more }] : [];

export function parcelLines(told: Told): SummaryLine[] {
  const { order } = told;
  const { shipment, handedOverAt, receivedAt, terms } = order;
  return [
    ...buyerLine(told),
    // Support asks a caller for it first.
    ...line(
      '收件人',
      maskedRecipient(order),
      order.personal.contact && { sealed: { what: '收件資料', fields: ['收件人', '電話', '電子郵件', '地址'] } },
    ),
    ...line('配送', words.SUBTYPES[terms.delivery.subtype] ?? terms.delivery.subtype),
    ...numberLines(order),
    { label: '包裹狀態', value: order.shipmentRejected && !shipment ? '物流拒絕建立' : shownParcel(order) },
    ...storeLines(told),
    { label: '交給物流', value: handedOverAt ? shownTime(handedOverAt) : NONE },
    { label: '顧客收到', value: receivedAt ? shownTime(receivedAt) : NONE },
    ...returnLines(told),
    ...line('換貨與補寄', linkedState(order)),
    ...cancelLine(told),
  ];
}

function buyerLine({ order, memberCode }: Told): SummaryLine[] {
  if (ownerOf(order) === null) return line('顧客', '訪客');
  const adopted = order.terms.memberId === null ? '（下單時為訪客）' : '';
  return line('顧客', `會員${adopted}`, memberCode === undefined ? {} : { member: memberCode });
}

/** The carrier's page asks for one number, which the buyer's pages call 物流編號. The other one is between shop and carrier. */
function numberLines(order: Order): SummaryLine[] {
  const number = carrierNumber(order);
  const isSealed = order.terms.delivery.type === 'CVS';
  const isKept = order.personal.contact !== undefined;
  return [
    ...(number === NONE
      ? []
      : line('查件號碼', !isSealed ? `${number}（顧客訂單頁的物流編號）` : isKept ? '已遮罩（顧客訂單頁的物流編號）' : '已刪除', {
          ...(isSealed && isKept && { sealed: { what: '查件號碼', fields: ['查件號碼'] } }),
        })),
    ...line('內部編號', order.shipment ? `${order.shipment.logisticsId}（不必告訴顧客）` : undefined),
  ];
}

/** The store, why the carrier could not use the first one, and who chose the other. */
function storeLines({ order, last }: Told): SummaryLine[] {
  const state = storeState(order, shownTime);
  if (state === null) return [];
  const problem = last('StoreProblemReported', { side: 'pickup' });
  const chosen = last('PickupStoreChosen');
  const sealed = { what: '店名', fields: ['取貨門市', '原取貨門市', '改選的門市'] };
  return [
    ...line('取貨門市', state, order.personal.contact ? { sealed } : {}),
    ...line(
      '改門市原因',
      problem && `${words.STORE_PROBLEMS[String(problem.raw.data['status'])] ?? '原因不明'}，由${byWhom(problem, '通知')}`,
    ),
    ...line('改門市經手', chosen && byWhom(chosen, '改選，並向物流申請變更')),
  ];
}

/** The buyer's reason, the ground on which it was accepted, and the goods; each with who said so. */
function returnLines(told: Told): SummaryLine[] {
  const { order, last } = told;
  const asked = last('ReturnRequested');
  const { return: goods } = order;
  if (!asked || !goods) return [];
  return [
    ...line('退貨原因', `${words.RETURN_REASONS[goods.reason] ?? goods.reason}，由${byWhom(asked, '申請')}`, {
      ...(asked.sealed && { sealed: { what: '退貨說明', fields: ['退貨說明'] } }),
    }),
    ...line('退貨審核', verdictOf(order, last('ReturnApproved'), last('ReturnRejected'))),
    ...line('退回商品', goodsOf(told)),
  ];
}

/** Where two people decided, each of them is named. */
function goodsOf(told: Told): string | undefined {
  const received = told.last('ReturnReceived');
  if (received) return `已收到，由${approval(told, received) ?? byWhom(received, '登記')}`;
  if (told.order.returnState !== 'RETURN') return undefined;
  return openReturn(told.order)?.step === 'back' ? '已收到，登記待覆核' : '尚未收到';
}

function verdictOf(
  { returnState, return: goods, cancelled }: Order,
  approved: HistoryEvent | undefined,
  rejected: HistoryEvent | undefined,
) {
  if (rejected && goods?.rejected === 'NOT_RECEIVED_BACK')
    return `結束，${words.REJECTIONS[goods.rejected]}，由${byWhom(rejected, '結束')}`;
  if (rejected && goods?.rejected) return `未通過（${words.REJECTIONS[goods.rejected] ?? '其他原因'}），由${byWhom(rejected, '審核')}`;
  if (approved)
    return `通過（${words.APPROVALS[approved.raw.data['reason'] as keyof typeof words.APPROVALS] ?? '其他原因'}），由${byWhom(approved, '審核')}`;
  if (returnState === 'RETURN_APPLY') return '尚未審核';
  return cancelled ? '訂單取消，不再審核' : '包裹未取貨，不再審核';
}

function cancelLine({ order, last }: Told): SummaryLine[] {
  const event = last('OrderCancelled');
  return order.cancelled && event ? line('取消', `${words.CANCELLATIONS[order.cancelled]}，由${byWhom(event, '取消')}`) : [];
}
