import { stageOf } from '@nordhaut/logistics';
import {
  awaitsRewards,
  isLive,
  isSentAgain,
  isStuck,
  linkedToPlace,
  moneyOf,
  needsOtherStore,
  needsRecall,
  type Order,
  orderFacts,
  originToTell,
  wasNotCollected,
} from '@nordhaut/ordering';
import { expectedDays } from '../orders/amounts.ts';
import * as words from '../orders/words.ts';
import type { OrderTask } from './desk.ts';
import { refundToDo } from './money-owed.ts';
import { returnStep } from './return-review.ts';
import { DAY } from './work-list.ts';

/** `dueAt`: ISO instant. `task`: the row of a work list that says the same. */
export type NowLine = {
  text: string;
  turn: 'support' | 'system' | 'buyer' | 'carrier' | 'warehouse';
  dueAt: string | null;
  task?: OrderTask;
};

/** Days after the return of the goods by whose end the money is paid back (Consumer Protection Act; contracts/legal/returns.ts) */
const REFUND_DAYS = 15;
const { money } = words;
const line = (turn: NowLine['turn'], text: string, dueAt: string | null = null): NowLine => ({ turn, text, dueAt });

/**
 * Pure: what an order waits for now, whose turn it is, and until when. Rows of the work lists come first, in their own words. The rest
 * follows from the rules by which the order's process takes its steps. Empty: nobody has to do anything.
 */
export function whatNow(order: Order, tasks: readonly OrderTask[], now: Date): NowLine[] {
  return [
    ...ofLists(tasks, now),
    ...ofProposals(order),
    ...ofProcess(order),
    ...ofMoney(order, tasks),
    ...ofReturn(order, tasks),
    ...ofParcel(order, tasks),
  ];
}

/** A row that is the system's turn has its own line, until it is overdue. Of two rows about one refund the first counts. */
function ofLists(tasks: readonly OrderTask[], now: Date): NowLine[] {
  const isLate = ({ dueAt }: OrderTask): boolean => dueAt < now;
  const refund = tasks.find(({ isRefund }) => isRefund);
  return tasks
    .filter((task) => !task.isRefund || task === refund)
    .filter((task) => task.turn !== 'system' || isLate(task))
    .map((task) => {
      const isOverdue = task.turn === 'system' && isLate(task);
      return {
        ...line(
          isOverdue ? 'support' : (task.turn ?? 'support'),
          isOverdue ? `${task.what}；已逾期，請查明` : task.what,
          task.dueAt.toISOString(),
        ),
        task,
      };
    });
}

const ofProposals = ({ proposals = [] }: Order): NowLine[] =>
  proposals.flatMap(({ verdict, as, amount, proposalId }) =>
    verdict === 'OPEN'
      ? [line('support', `等另一位同仁覆核${words.PROPOSED[as ?? 'refund']} ${money(amount)}（${words.proposalName(proposalId)}）`)]
      : [],
  );

/** The steps of the order's process beside money. */
function ofProcess(order: Order): NowLine[] {
  const link = linkedToPlace(order);
  return [
    ...(needsRecall(order) !== undefined ? [line('system', '等系統停止寄送包裹')] : []),
    ...(link ? [line('system', `等系統建立${words.LINKED_KINDS[link.kind]}訂單`)] : []),
    ...(originToTell(order) !== undefined ? [line('system', '等系統通知原訂單')] : []),
  ];
}

function ofMoney(order: Order, tasks: readonly OrderTask[]): NowLine[] {
  const { debts } = moneyOf(order);
  const isListed = tasks.some(({ isRefund, turn }) => isRefund && turn !== 'system');
  return debts.flatMap(({ amount, way, reason, started }) => {
    if (way === 'transfer') return isListed ? [] : [line('support', refundToDo(amount, way))];
    const receivedAt = reason === 'RETURN' ? order.return?.receivedAt : null;
    const dueAt = receivedAt ? new Date(Date.parse(receivedAt) + REFUND_DAYS * DAY).toISOString() : null;
    const days = expectedDays(reason, order);
    const until = dueAt ? `，最遲 ${shownDay(dueAt)}` : days && `，預計${days}`;
    const first = reason === 'RETURN' && !started && awaitsRewards(order) ? '等系統扣回已使用的回饋，再退款' : '等系統退款';
    return [line('system', `${first} ${money(amount)}（${words.WAYS[way]}${until}）`)];
  });
}

/** A return, for the moment in which the lists do not have it yet. */
function ofReturn({ returnState, return: goods }: Order, tasks: readonly OrderTask[]): NowLine[] {
  const isOpen = returnState === 'RETURN_APPLY' || returnState === 'RETURN';
  if (!isOpen || goods?.receivedAt || tasks.some(({ list }) => list.key === 'return-review')) return [];
  const { what, turn = 'support' } = returnStep({ returning: returnState === 'RETURN', owed: 0, way: 'card' });
  return [line(turn, what)];
}

/** Payment and parcel of an order that stands, in the order of their steps. */
function ofParcel(order: Order, tasks: readonly OrderTask[]): NowLine[] {
  const { cancelled, payment, parcel, shipment, shipmentRejected, receivedAt, handedOverAt, terms, storeChange, linked = [] } = order;
  if (cancelled || payment.failure || shipmentRejected || wasNotCollected(order)) return [];
  if (payment.status === 'HANDLING') {
    if (tasks.some(({ list }) => list.key === 'awaiting-payment')) return [];
    return [payment.recTradeId ? line('buyer', '等顧客完成付款驗證') : line('system', '等金流回覆付款結果')];
  }
  const again = linked
    .filter(({ state }) => state === 'PLACED')
    .map(({ kind, linkedOrderNo }) => line('carrier', `${words.LINKED_KINDS[kind]}訂單 ${linkedOrderNo} 已成立，請看該訂單`));
  if (isSentAgain(order) || receivedAt !== null || payment.status === 'RETURN') return again;
  if (needsOtherStore(order)) {
    if (tasks.some(({ list }) => list.key === 'store-closed')) return again;
    return [...again, storeChange?.state === 'OPEN' ? line('carrier', '等物流回覆改選的門市') : line('support', '聯絡顧客改選門市')];
  }
  const { subtype } = terms.delivery;
  if (subtype === 'INTERNATIONAL' && handedOverAt === null) return [...again, line('support', '倉庫寄出後，請登錄海外包裹狀態')];
  if (!shipment && subtype !== 'INTERNATIONAL') return [...again, line('system', '等系統向物流建立包裹')];
  if (tasks.some(({ list }) => list.key === 'parcel-held-up')) return again;
  if (isStuck(order) && subtype !== 'INTERNATIONAL' && !linked.some(isLive)) {
    const isListed = tasks.length > 0;
    return isListed ? again : [...again, line('support', '物流無法送達包裹，請決定補寄或退款')];
  }
  if (handedOverAt === null) return [...again, line('warehouse', '等倉庫將包裹交給物流')];
  if (parcel && stageOf(subtype, parcel.code) === 'at-store')
    return [...again, line('buyer', '等顧客到門市取貨', orderFacts(order).pickup?.deadline ?? null)];
  return [...again, line('carrier', '等物流送達')];
}

const DAY_FORMAT = new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', month: 'numeric', day: 'numeric' });
const shownDay = (at: string): string => DAY_FORMAT.format(new Date(at));
