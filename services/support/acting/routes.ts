import {
  ActAnswer,
  ActsAnswer,
  DecideRequest,
  NoteAnswer,
  NoteParams,
  type OrderAct,
  PayRequest,
  PresenceAnswer,
  PresenceRequest,
  PreviewAnswer,
  PreviewRequest,
  ProposalParams,
  ProposalRequest,
  ReasonRequest,
  type RefundProposal,
  type Right,
  SupportOrderParams,
  WithdrawProposal,
  WriteNoteRequest,
} from '@nordhaut/contracts/support';
import { creditGrantable, mostGoodwill, type Order } from '@nordhaut/ordering';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { MayBeOne } from '../staff/may-be-one.ts';
import { staffIdOf } from '../staff/authorise.ts';
import { staffNames } from '../staff-names.ts';
import type { ViewLog } from '../views.ts';
import { boundsOf } from './bounds.ts';
import type { SupportActs } from './act.ts';
import type { Actor, Attributed } from './commands.ts';
import { paysBack, type RefundLimits } from './limits.ts';
import type { RefundDays } from './day-numbers.ts';
import { mailDoubtOf } from './mail-doubt.ts';
import type { MemberGone } from './member-gone.ts';
import { actsOf, giftsOf, linkedNumbers, notesOf, piecesOf, proposalsOf, withinLimits } from './overview.ts';
import type { Presence } from './presence.ts';
import { previewOf } from './preview.ts';
import { limitsOfCaller } from './return-hands.ts';

export type ActingHttp = {
  acts: SupportActs;
  history: OrderHistory;
  days: Pick<RefundDays, 'used'>;
  limits: RefundLimits;
  memberGone: MemberGone;
  mayBeOne: MayBeOne;
  presence: Presence;
  views: ViewLog;
  staff: { nameOf(staffId: string): Promise<string> };
  clock: () => Date;
};

/** Acts whose answer says whether they name what the order has already. */
const GUESSABLE: ReadonlySet<OrderAct['type']> = new Set(['change-store', 'correct-invoice', 'correct-email']);

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;
/** As the buyer's own cancellation: such a call may ask the card processor and the carrier. */
const act = { access: 'support', right: 'act', limit: 'expensive' } as const;
const refund = { access: 'support', right: 'refund', limit: 'expensive' } as const;
const write = { access: 'support', right: 'act' } as const;

/** What support does with an order: preview, decision, refund, note, presence. */
export function actingRoutes({ acts, history, days, limits, memberGone, mayBeOne, presence, views, staff, clock }: ActingHttp): Routes {
  /** Whatever is answered about the order, also a refusal, says something about it. */
  async function found(request: FastifyRequest, orderNo: string) {
    const order = (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
    await views(request, { action: 'VIEW', orderNo });
    return order;
  }
  const actorOf = async (request: FastifyRequest, order: Order): Promise<Omit<Actor, 'alone'>> => ({
    by: staffIdOf(request),
    at: clock().toISOString(),
    note: '',
    gone: await memberGone(order),
  });

  /** The approval is closed for an account that may be in the proposer's hand, as the command is. */
  async function forSecond(proposal: RefundProposal, order: Order, by: string): Promise<RefundProposal> {
    const proposer = order.proposals?.find(({ proposalId }) => proposalId === proposal.proposalId)?.by ?? by;
    const isClosed = proposal.preview.closed === null && (await mayBeOne(by, proposer));
    return isClosed ? { ...proposal, preview: { ...proposal.preview, closed: messages.mayBeOne, effects: [], debts: [] } } : proposal;
  }

  /** A stale form is told what happened since its revision. */
  async function orChanges<Answer>(orderNo: string, expected: number, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Rejected) || error.rejection.code !== 'ORDER_CHANGED') throw error;
      const { revision, changes } = await history.since(orderNo, expected);
      throw new Rejected({ ...error.rejection, details: { revision: String(revision), changes: changes.join('\n') } });
    }
  }
  const perform = async (request: FastifyRequest, orderNo: string, what: OrderAct, attributed: Attributed) => {
    const seen = await found(request, orderNo);
    return orChanges(orderNo, attributed.expectedRevision, () => acts.act(orderNo, seen, what, attributed, request.context()));
  };

  const judge = (
    request: FastifyRequest,
    seen: Parameters<SupportActs['judge']>[1],
    { orderNo, ...judged }: { orderNo: string } & Parameters<SupportActs['judge']>[2],
    attributed: Attributed,
  ) => orChanges(orderNo, attributed.expectedRevision, () => acts.judge(orderNo, seen, judged, attributed, request.context()));

  /** Whether the caller lacks the right that this act needs beside the right of its route. */
  const lacksRight = ({ staff: person }: FastifyRequest, what: OrderAct): boolean => {
    const has = (right: Right): boolean => person?.rights.includes(right) === true;
    // Mails show name, address and receipt code, and staff could name a mailbox of their own.
    return (paysBack(what) && !has('refund')) || (what.type === 'correct-email' && !has('reveal'));
  };

  return (app) => {
    app.get(
      '/api/support/orders/:orderNo/acts',
      {
        schema: {
          params: SupportOrderParams,
          response: { 200: ActsAnswer },
          summary: 'What support can do with an order, and its notes',
          tags,
        },
        config: view,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order, events, revision } = await found(request, orderNo);
        const ids = events.flatMap(({ metadata: { actor } }) => (actor.kind === 'support' ? [actor.id] : []));
        const nameOf = await staffNames(staff, ids);
        const used = await days.used(staffIdOf(request));
        const actor = await actorOf(request, order);
        const own = await limitsOfCaller(limits, events, staffIdOf(request), mayBeOne);
        return {
          orderNo,
          revision,
          acts: actsOf(order, actor, used, own),
          available: mostGoodwill(order),
          creditAvailable: Math.max(0, creditGrantable(order)),
          bounds: boundsOf(order, used, own),
          gifts: giftsOf(order),
          pieces: piecesOf(order),
          proposals: await Promise.all(proposalsOf(events, order, nameOf, actor).map((proposal) => forSecond(proposal, order, actor.by))),
          notes: notesOf(events, nameOf),
          holds: order.holds ?? [],
          mailDoubt: await mailDoubtOf(order, history),
          ownEmail: linkedNumbers(order),
        };
      },
    );
    app.post(
      '/api/support/orders/:orderNo/preview',
      {
        schema: {
          params: SupportOrderParams,
          body: PreviewRequest,
          response: { 200: PreviewAnswer },
          summary: 'What an act would do to an order now',
          tags,
        },
        // It changes nothing, and a stored answer would be out of date.
        config: { ...view, idempotency: 'off' },
      },
      async (request) => {
        const { order, events, revision } = await found(request, request.params.orderNo);
        const { act: what } = request.body;
        const own = await limitsOfCaller(limits, events, staffIdOf(request), mayBeOne);
        const within = withinLimits(order, what, await days.used(staffIdOf(request)), own);
        const preview = previewOf(order, what, { ...(await actorOf(request, order)), ...within });
        // Whatever the order says: its own reason may tell whether a guess is the present address, store or company.
        const isGuess = GUESSABLE.has(what.type) && request.staff?.rights.includes('act') !== true;
        const isClosed = lacksRight(request, what) || isGuess;
        return { revision, preview: isClosed ? { ...preview, closed: messages.rightMissing, effects: [], debts: [] } : preview };
      },
    );
    app.post(
      '/api/support/orders/:orderNo/decisions',
      {
        schema: { params: SupportOrderParams, body: DecideRequest, response: { 200: ActAnswer }, summary: 'Decide about an order', tags },
        config: act,
      },
      async (request) => {
        const { act: what, ...attributed } = request.body;
        if (lacksRight(request, what)) return refuse(403, 'RIGHT_MISSING', messages.rightMissing);
        return perform(request, request.params.orderNo, what, attributed);
      },
    );
    app.post(
      '/api/support/orders/:orderNo/payments',
      {
        schema: { params: SupportOrderParams, body: PayRequest, response: { 200: ActAnswer }, summary: 'Pay back for an order', tags },
        config: refund,
      },
      (request) => perform(request, request.params.orderNo, request.body.act, request.body),
    );
    app.post(
      '/api/support/orders/:orderNo/proposals/:proposalId',
      {
        schema: {
          params: ProposalParams,
          body: ProposalRequest,
          response: { 200: ActAnswer },
          summary: 'Approve or decline what somebody else proposed',
          tags,
        },
        config: refund,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { verdict, ...attributed } = request.body;
        return judge(request, await found(request, orderNo), { ...request.params, verdict }, attributed);
      },
    );
    app.post(
      '/api/support/orders/:orderNo/proposals/:proposalId/withdraw',
      {
        schema: {
          params: ProposalParams,
          body: WithdrawProposal,
          response: { 200: ActAnswer },
          summary: 'Withdraw what the caller proposed',
          tags,
        },
        config: act,
      },
      async (request) => {
        const { orderNo, proposalId } = request.params;
        const seen = await found(request, orderNo);
        const isOwn = seen.order.proposals?.some((one) => one.proposalId === proposalId && one.by === staffIdOf(request)) === true;
        if (!isOwn) return refuse(403, 'PROPOSAL_NOT_OWN', messages.proposalNotOwn);
        return judge(request, seen, { ...request.params, verdict: 'decline' }, request.body);
      },
    );
    app.post(
      '/api/support/orders/:orderNo/notes',
      {
        schema: { params: SupportOrderParams, body: WriteNoteRequest, response: { 200: NoteAnswer }, summary: 'Write a note', tags },
        config: write,
      },
      async (request) => {
        await found(request, request.params.orderNo);
        return acts.writeNote(request.params.orderNo, request.body.text, request.context());
      },
    );
    app.post(
      '/api/support/orders/:orderNo/notes/:noteId/withdraw',
      {
        schema: { params: NoteParams, body: ReasonRequest, response: { 200: NoteAnswer }, summary: 'Withdraw a note', tags },
        config: write,
      },
      async (request) => {
        const { orderNo, noteId } = request.params;
        await found(request, orderNo);
        return acts.withdrawNote(orderNo, noteId, request.body.reason, request.context());
      },
    );
    app.post(
      '/api/support/orders/:orderNo/presence',
      {
        schema: {
          params: SupportOrderParams,
          body: PresenceRequest,
          response: { 200: PresenceAnswer },
          summary: 'Say that an order is open, and who else has it open',
          tags,
        },
        // Each open page calls every second, and an office has one network.
        config: { ...view, idempotency: 'off', limit: 'read', byItself: true },
      },
      async (request) => {
        const { orderNo } = request.params;
        const revision = await history.revision(orderNo);
        if (revision === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        const others = await presence.sign(orderNo, staffIdOf(request), request.body);
        return {
          revision,
          others: await Promise.all(others.map(async ({ staffId, editing }) => ({ name: await staff.nameOf(staffId), editing }))),
        };
      },
    );
  };
}
