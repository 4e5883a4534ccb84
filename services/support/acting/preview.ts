import type { OrderAct, Preview } from '@nordhaut/contracts/support';
import { awaitsRewards, evolveOrder, moneyOf, type Order, orderDecider, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import type { Decision } from '@nordhaut/platform/decider';
import { messages } from '../messages.ts';
import { changesBetween, stateFields } from '../orders/state-fields.ts';
import { type Actor, commandOf, withoutAccount } from './commands.ts';

/** Pure: the order after events that were not recorded. */
export const orderAfter = (order: Order, events: readonly OrderEvent[], recordedAt: string): Order =>
  events.reduce<OrderState>(
    (state, event) => evolveOrder(state, { ...event, revision: (state?.timeline.at(-1)?.revision ?? 0) + 1, position: 0n, recordedAt }),
    order,
  ) ?? order;

/** Why an act would record nothing: it was done before. */
const DONE: Partial<Record<OrderAct['type'], string>> = {
  cancel: messages.alreadyCancelled,
  'receive-return': messages.goodsReceived,
  'transfer-paid': messages.alreadyPaidBack,
};

type Shown = { at: string; needsSecond: boolean; done?: string | undefined };

/** `done`: why a decision without events records nothing. */
function shown(order: Order, decision: Decision<OrderEvent>, { at, needsSecond, done = messages.nothingToDo }: Shown): Preview {
  const debtsOf = (of: Order): Preview['debts'] => moneyOf(of).debts.map(({ refundId, amount, way }) => ({ refundId, amount, way }));
  const closed = decision.ok ? (decision.events.length === 0 ? done : null) : decision.rejection.message;
  if (!decision.ok || closed !== null)
    return { closed, effects: [], debts: debtsOf(order), awaitsRewards: awaitsRewards(order), needsSecond };
  const after = orderAfter(order, decision.events, at);
  return {
    closed,
    effects: changesBetween(stateFields(order), stateFields(after)),
    debts: debtsOf(after),
    awaitsRewards: awaitsRewards(after),
    needsSecond,
  };
}

/**
 * Pure: what an act would do to the order now. `decide` runs dry, so the preview and the command have the same rules, and the
 * events of the preview are those that the command would record.
 */
export function previewOf(order: Order, act: OrderAct, actor: Actor): Preview {
  const asked = commandOf(act, order, actor);
  const needsSecond = asked.ok && asked.command.type === 'ProposeRefund';
  const decision = asked.ok ? orderDecider.decide(asked.command, order) : asked;
  return shown(order, decision, { at: actor.at, needsSecond, done: DONE[act.type] });
}

/** Pure: what an approval by this person would do to the order now. */
export function approvalPreview(
  order: Order,
  { proposalId, by: proposer, as }: Pick<NonNullable<Order['proposals']>[number], 'proposalId' | 'by' | 'as'>,
  { by, at, gone = false }: Pick<Actor, 'by' | 'at' | 'gone'>,
): Preview {
  const command = { type: 'JudgeRefund', at, proposalId, verdict: 'approve', by, proposer, note: '' } as const;
  const decision = gone && as === 'credit' ? withoutAccount : orderDecider.decide(command, order);
  return shown(order, decision, { at, needsSecond: false });
}
