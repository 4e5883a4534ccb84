import type { ClosedDays } from '@nordhaut/contracts';
import { stageOf } from '@nordhaut/logistics';
import {
  creditToGive,
  endedUncollected,
  isSentAgain,
  linkedToPlace,
  needsDecision,
  needsOtherStore,
  needsRecall,
  openReturn,
  type Order,
  orderFacts,
  originToTell,
  refundsDue,
  resentInVain,
  unclearParcel,
} from '@nordhaut/ordering';
import * as words from '../orders/words.ts';
import type { OrderTask } from './desk.ts';
import { DISPUTED } from './disputes.ts';
import { KEEP_PARCEL } from './held-parcels.ts';
import { refundStep } from './money-owed.ts';
import { abroadStep } from './parcel-abroad.ts';
import { stuckToDo } from './parcel-stuck.ts';
import { sentByEnd } from './parcel-unsent.ts';
import { unclearToDo } from './parcel-unclear.ts';
import { proposalToJudge } from './proposals.ts';
import { returnStep } from './return-review.ts';
import { storeStep } from './store-closed.ts';
import type { RowStep, Step, Turn } from './work-list.ts';

/** `task`: the row of a work list that says the same. */
export type NowLine = Step & { task?: OrderTask };
/** Whether the work list with this key has the order, so that its row says what to do. */
type IsListed = (key: string) => boolean;

const line = (turn: Turn, what: string, dueAt: Date | null = null): NowLine => ({ turn, what, dueAt });
const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);
const unless = (isSaid: boolean, step: NowLine): NowLine[] => (isSaid ? [] : [step]);
/** A step that a list has as well, for the moment in which the list does not have it yet. */
const early = ({ turn = 'support', what, dueAt = null, about }: RowStep): NowLine => ({
  turn,
  what,
  dueAt,
  ...(about && { about }),
});

/**
 * Pure: what an order waits for now, whose turn it is, and until when. Rows of the work lists come first, in their own words. The rest
 * follows from the rules by which the order's process takes its steps. Empty: nobody has to do anything.
 * @param tasks the order's rows, also those that are done
 */
export function whatNow(order: Order, tasks: readonly OrderTask[], now: Date, closed: ClosedDays): NowLine[] {
  const isListed: IsListed = (key) => tasks.some(({ list }) => list.key === key);
  const refunds = refundsDue(order);
  return [
    ...tasks.flatMap((task): NowLine[] =>
      task.isDone || (task.list.key === 'money-owed' && refunds.length === 0) ? [] : [{ ...stepOf(task), task }],
    ),
    ...(isListed('proposals') ? [] : ofProposals(order)),
    ...ofProcess(order, isListed),
    ...(isListed('money-owed') ? [] : refunds.map((refund) => early(refundStep(refund, now, now)))),
    ...(isListed('return-review') ? [] : ofReturn(order, now, closed)),
    ...ofParcel(order, isListed, closed),
    ...((order.holds ?? []).includes('DISPUTE') && !isListed('disputes') ? [line('support', DISPUTED)] : []),
  ];
}

const stepOf = ({ what, turn, dueAt, about }: OrderTask): Step => ({ what, turn, dueAt, ...(about && { about }) });

const ofProposals = ({ proposals = [] }: Order): NowLine[] =>
  proposals.filter(({ verdict }) => verdict === 'OPEN').map((proposal) => line('support', proposalToJudge(proposal)));

/** The steps of the order's process beside money. */
function ofProcess(order: Order, isListed: IsListed): NowLine[] {
  const link = linkedToPlace(order);
  const recallStep = needsRecall(order);
  const { recall, handedOverAt } = order;
  const isToKeep = (recall === 'DO_NOT_SHIP' || recall === 'CARRIER_REFUSED') && !handedOverAt && !isListed('do-not-ship');
  return [
    ...(recallStep === 'stop' ? [line('system', '等系統停止寄送包裹')] : []),
    ...(recallStep === 'look' ? [line('system', '等系統向物流確認沒有包裹')] : []),
    ...(isToKeep ? [line('support', KEEP_PARCEL)] : []),
    ...(link && !(link.kind === 'EXCHANGE' && isListed('return-review'))
      ? [line('system', `等系統建立${words.LINKED_KINDS[link.kind]}訂單`)]
      : []),
    ...(originToTell(order) !== undefined ? [line('system', '等系統通知原訂單')] : []),
  ];
}

function ofReturn(order: Order, now: Date, closed: ClosedDays): NowLine[] {
  const open = openReturn(order);
  return open && open.step !== 'back' ? [early(returnStep(open, now, closed))] : [];
}

/** What the lists of parcels say of an order. */
function sentParcel(order: Order): Parameters<typeof stuckToDo>[0] {
  const { parcel, terms } = order;
  return {
    parcel: parcel && { subtype: terms.delivery.subtype, code: parcel.code },
    cash: terms.payment === 'COD',
    linked: terms.linked !== undefined,
    total: terms.total,
    credit: creditToGive(order),
  };
}

/** Payment and parcel of an order that stands, in the order of their steps. */
function ofParcel(order: Order, isListed: IsListed, closed: ClosedDays): NowLine[] {
  const { cancelled, payment, shipmentRejected, linked = [] } = order;
  if (cancelled || payment.failure || shipmentRejected || endedUncollected(order)) return [];
  const unclear = unclearParcel(order);
  if (unclear) return unless(isListed('parcel-unclear'), line('support', unclearToDo(unclear, sentParcel(order))));
  if (payment.status === 'HANDLING')
    return unless(
      isListed('awaiting-payment'),
      payment.recTradeId ? line('buyer', '等顧客完成付款驗證') : line('system', '等金流回覆付款結果'),
    );
  const again = linked
    .filter(({ state }) => state === 'PLACED')
    .map(({ kind, linkedOrderNo }) => line('carrier', `${words.LINKED_KINDS[kind]}訂單 ${linkedOrderNo} 已成立，請看該訂單`));
  return [...again, ...wayToBuyer(order, isListed, closed)];
}

/** What the order's own parcel waits for until the buyer has it. */
function wayToBuyer(order: Order, isListed: IsListed, closed: ClosedDays): NowLine[] {
  const { payment, parcel, shipment, receivedAt, handedOverAt, storeChange, terms } = order;
  const { subtype } = terms.delivery;
  if (isSentAgain(order) || resentInVain(order) || receivedAt !== null || payment.status === 'RETURN') return [];
  if (needsOtherStore(order))
    return unless(isListed('store-closed'), early(storeStep(dateOf(storeChange?.state === 'OPEN' ? storeChange.at : null))));
  if (subtype === 'INTERNATIONAL') return unless(isListed('parcel-abroad'), early(abroadStep(dateOf(handedOverAt), closed)));
  if (!shipment) return [line('system', '等系統向物流建立包裹')];
  if (isListed('parcel-held-up') || isListed('parcel-stuck')) return [];
  // The step of a return that is open says it.
  if (needsDecision(order)) return openReturn(order) ? [] : [line('support', stuckToDo(sentParcel(order)))];
  const sentBy = sentByEnd(new Date(order.placedAt), closed);
  if (handedOverAt === null) return unless(isListed('parcel-unsent'), line('warehouse', '等倉庫將包裹交給物流', sentBy));
  if (!parcel || stageOf(subtype, parcel.code) !== 'at-store') return [line('carrier', '等物流送達')];
  return [line('buyer', '等顧客到門市取貨', dateOf(orderFacts(order).pickup?.deadline))];
}
