import type { ActAnswer, NoteAnswer, OrderAct } from '@nordhaut/contracts/support';
import {
  displayStatus,
  expectingDecider,
  linkedToPlace,
  moneyOf,
  type Order,
  orderDecider,
  type OrderCommand,
  type OrderEvent,
  orderStream,
} from '@nordhaut/ordering';
import type { CommandContext, Commands, DecodedEvent } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { orThrow, refuse } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { MayBeOne } from '../staff/may-be-one.ts';
import { type Attributed, commandOf, withoutAccount } from './commands.ts';
import type { StoreChanged } from './change-store.ts';
import type { MemberGone } from './member-gone.ts';
import { isLimited, isWithinMax, limitsOf, type RefundLimits } from './limits.ts';
import { type RefundDays, withNumber } from './day-numbers.ts';
import { limitsOfCaller } from './return-hands.ts';

/** `position`: of the order's newest event; undefined without an order */
type Driven = { order: Order | null; revision: number; position: bigint | undefined };
/** The order as it was read for the request, with its own events. */
export type SeenOrder = { order: Order; revision: number; events: readonly Pick<DecodedEvent, 'type' | 'data' | 'metadata'>[] };
/** The part of the checkout process that acts of support need: it pays back, stops parcels and asks the card processor. */
export type OrderProcess = {
  cancel(
    orderNo: string,
    reason: Extract<OrderAct, { type: 'cancel' }>['cancellation'],
    context: CommandContext,
    support: { note: string; expected: number },
  ): Promise<{ ok: true; order: Order; revision: number; position: bigint } | { ok: false; rejection: Rejection }>;
  drive(orderNo: string, options: { context: CommandContext }): Promise<Driven>;
  /**
   * Asks the card processor's record about a refund that was decided, and records what was paid back there. NT$.
   * `heldSince`: ISO, since when the process does not send it to the card. `under-way`: a call of before may still take effect.
   */
  lookUpRefund(
    orderNo: string,
    refundId: string,
    context: CommandContext,
    heldSince?: string,
  ): Promise<{ state: 'none' | 'open' | 'under-way' | 'unknown' } | { state: 'paid'; refunded: number; left: number }>;
};
export type ActDeps = {
  commands: Commands;
  process: OrderProcess;
  /** a number for a new order */
  newOrderNo(): string;
  days: RefundDays;
  limits: RefundLimits;
  mayBeOne: MayBeOne;
  memberGone: MemberGone;
  changeStore(
    orderNo: string,
    order: Order,
    act: Extract<OrderAct, { type: 'change-store' }>,
    attributed: Attributed,
    context: CommandContext,
  ): Promise<StoreChanged>;
  clock: () => Date;
  log: { error(data: object, message: string): void };
};

/** Decisions of support about an order. Each is one command of the order; what follows from it is the process's work. */
export function supportActs({ commands, process, newOrderNo, changeStore, days, limits, mayBeOne, memberGone, clock, log }: ActDeps) {
  const answer = (
    { order, revision, position }: { order: Order; revision: number; position: bigint },
    events: readonly OrderEvent[] = [],
  ): ActAnswer => {
    const { code, label } = displayStatus(order);
    return {
      outcome: events.some(({ type }) => type === 'RefundProposed') ? 'proposed' : 'done',
      revision,
      position: String(position),
      status: { code, label },
    };
  };

  async function handle(orderNo: string, command: OrderCommand, expected: number, context: CommandContext): Promise<ActAnswer> {
    const { events, revision, position, state } = orThrow(
      await commands.handle(orderStream(orderNo), expectingDecider, { expected, command }, context),
    );
    if (!state.order) throw new Error(`order ${orderNo} has no history`);
    const driven = await drive(orderNo, state.order, context);
    const { order } = driven ?? {};
    return answer(
      driven && order
        ? { order, revision: driven.revision, position: driven.position ?? position }
        : { order: state.order, revision, position },
      events,
    );
  }

  /** Since a transfer is proposed, the process does not send the refund to the card. */
  function proposedAt({ events }: SeenOrder, proposalId: string): string | undefined {
    const at = events.find(({ type, data }) => type === 'RefundProposed' && data['proposalId'] === proposalId)?.data['at'];
    return typeof at === 'string' ? at : undefined;
  }

  /** The order has events of this request: its answer was lost, or another process had it first. */
  const isRepeat = ({ events }: SeenOrder, { commandId }: CommandContext): boolean =>
    events.some(({ metadata }) => metadata.commandId === commandId);
  /** The first outcome. The handler answers it from the stream, so the command that is given here is not decided. */
  const again = (orderNo: string, expected: number, context: CommandContext): Promise<ActAnswer> =>
    handle(orderNo, { type: 'StartRefunds', at: clock().toISOString() }, expected, context);

  /** The decision stands without it: the sweeper repeats a drive that failed. */
  async function drive(orderNo: string, order: Order, context: CommandContext): Promise<Driven | undefined> {
    if (!moneyOf(order).debts.some(({ way }) => way === 'card') && !linkedToPlace(order)) return undefined;
    return process.drive(orderNo, { context }).catch((error: unknown) => {
      log.error({ orderNo, err: error }, 'an order could not be driven on after an act of support');
      return undefined;
    });
  }

  /** @throws if the card processor may have paid something of the refund that the order did not know. So no transfer pays it twice. */
  async function onlyIfOpen(
    orderNo: string,
    refundId: string,
    context: CommandContext,
    { heldSince, say = messages.refundFound }: { heldSince?: string | undefined; say?: (refunded: number, left: number) => string } = {},
  ): Promise<void> {
    const found = await process.lookUpRefund(orderNo, refundId, context, heldSince);
    if (found.state === 'unknown') return refuse(409, 'PAYMENT_UNCLEAR', messages.refundUnclear);
    if (found.state === 'under-way') return refuse(409, 'PAYMENT_UNCLEAR', messages.refundUnderWay);
    if (found.state === 'paid') return refuse(409, 'ORDER_CHANGED', say(found.refunded, found.left));
  }

  return {
    async act(
      orderNo: string,
      seen: SeenOrder,
      act: OrderAct,
      { expectedRevision: expected, reason: note }: Attributed,
      context: CommandContext,
    ): Promise<ActAnswer> {
      const by = context.actor.id;
      const { order, revision } = seen;
      // Limits are looked up on this order. A revision that comes after it would leave out what was granted in between.
      if (revision < expected) return refuse(409, 'ORDER_CHANGED', messages.orderChanged);
      if (act.type === 'cancel') {
        // Of another revision, the process says that it changed.
        if (revision === expected) orThrow(commandOf(act, order, { by, at: clock().toISOString(), note, alone: true }));
        const cancelled = orThrow(await process.cancel(orderNo, act.cancellation, context, { note, expected }));
        return answer(cancelled);
      }
      if (act.type === 'change-store') {
        const changed = await changeStore(orderNo, order, act, { expectedRevision: expected, reason: note }, context);
        return { ...answer(changed), outcome: changed.outcome };
      }
      // After its own effect an act may be impossible, and its number of the day is in use.
      if (isRepeat(seen, context)) return again(orderNo, expected, context);
      const own = await limitsOfCaller(limits, seen.events, by, mayBeOne);
      const decide = async (isInNumber: boolean): Promise<ActAnswer> => {
        const within = limitsOf(order, act, isInNumber, own);
        const gone = act.type === 'credit' && (await memberGone(order));
        const actor = { by, at: clock().toISOString(), note, ...within, linkedOrderNo: newOrderNo(), gone };
        const { command } = orThrow(commandOf(act, order, actor));
        // Only for what the order would record.
        const decision = orderDecider.decide(command, order);
        const isRecorded = decision.ok && decision.events.length > 0;
        if (isRecorded && act.type === 'refund-by-transfer') await onlyIfOpen(orderNo, act.refundId, context);
        if (isRecorded && act.type === 'transfer-paid')
          await onlyIfOpen(orderNo, act.refundId, context, { say: messages.refundFoundAtTransfer });
        return handle(orderNo, command, expected, context);
      };
      if (!isLimited(act, order, own) || !isWithinMax(order, act, own)) return decide(false);
      return withNumber(days, limits, { staffId: by, commandId: context.commandId, act }, decide);
    },

    /**
     * An approver must be another person than the proposer. The proposer is read here and named in the command, so the decision
     * refuses the command if the proposal is somebody else's.
     */
    async judge(
      orderNo: string,
      seen: SeenOrder,
      { proposalId, verdict }: { proposalId: string; verdict: 'approve' | 'decline' },
      { expectedRevision, reason: note }: Attributed,
      context: CommandContext,
    ): Promise<ActAnswer> {
      const by = context.actor.id;
      const { order, revision } = seen;
      // A later revision may have a proposal that was not read.
      if (revision < expectedRevision) return refuse(409, 'ORDER_CHANGED', messages.orderChanged);
      const proposal = order.proposals?.find((one) => one.proposalId === proposalId);
      const proposer = proposal?.by ?? '';
      if (verdict === 'approve' && proposer !== by && (await mayBeOne(by, proposer))) return refuse(403, 'PROPOSAL_OWN', messages.mayBeOne);
      const command: OrderCommand = {
        type: 'JudgeRefund',
        at: clock().toISOString(),
        proposalId,
        verdict,
        by,
        proposer,
        note,
        linkedOrderNo: newOrderNo(),
      };
      const { as, refundId } = proposal ?? {};
      if (verdict === 'approve' && as === 'credit' && !isRepeat(seen, context) && (await memberGone(order))) return orThrow(withoutAccount);
      if (verdict === 'decline' || as !== 'by-transfer' || refundId === undefined || proposer === by)
        return handle(orderNo, command, expectedRevision, context);
      if (isRepeat(seen, context)) {
        const first = await again(orderNo, expectedRevision, context);
        await process.lookUpRefund(orderNo, refundId, context);
        return first;
      }
      // Before, so that nothing is paid twice; after, because somebody may have paid it in the processor's own office in between.
      await onlyIfOpen(orderNo, refundId, context, { heldSince: proposedAt(seen, proposalId) });
      const answered = await handle(orderNo, command, expectedRevision, context);
      await process.lookUpRefund(orderNo, refundId, context);
      return answered;
    },

    async writeNote(orderNo: string, text: string, context: CommandContext): Promise<NoteAnswer> {
      const command = { type: 'WriteNote', at: clock().toISOString(), text } as const;
      const { events, revision, position } = orThrow(await commands.handle(orderStream(orderNo), orderDecider, command, context));
      const [written] = events;
      return { noteId: written?.type === 'NoteWritten' ? written.data.noteId : '', revision, position: String(position) };
    },

    async withdrawNote(orderNo: string, noteId: string, reason: string, context: CommandContext): Promise<NoteAnswer> {
      const command = { type: 'WithdrawNote', at: clock().toISOString(), noteId, note: reason } as const;
      const { revision, position } = orThrow(await commands.handle(orderStream(orderNo), orderDecider, command, context));
      return { noteId, revision, position: String(position) };
    },
  };
}
export type SupportActs = ReturnType<typeof supportActs>;
