import type { MemberCreditAct, MemberCreditAnswer, MemberCreditDone, MemberPreview } from '@nordhaut/contracts/support';
import {
  availableCredit,
  givenToMember,
  isMemberGrant,
  memberGrantId,
  type Wallet,
  walletDecider,
  type WalletEvent,
  walletStream,
} from '@nordhaut/promotions';
import { asEvent, type Codec, type CommandContext, type Commands, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { EventStore } from '@nordhaut/platform/event-store';
import { orThrow, refuse } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { MayBeOne } from '../staff/may-be-one.ts';
import type { RefundLimits } from '../acting/limits.ts';
import { type RefundDays, withNumber } from '../acting/day-numbers.ts';
import type { ReasonReader } from '../views.ts';
import { money } from '../orders/words.ts';
import { causeOf, causeWords, type CreditActor, creditCommandOf, creditPreviewOf } from './preview.ts';

export type MemberCreditDeps = {
  commands: Commands;
  store: Pick<EventStore, 'read'>;
  codec: Pick<Codec, 'decode'>;
  days: RefundDays;
  limits: RefundLimits;
  mayBeOne: MayBeOne;
  reasonOf: ReasonReader;
  clock: () => Date;
};
export type MemberCredit = ReturnType<typeof memberCredit>;

/** A preview has no command yet, so no grant has this id. */
const PREVIEWED = memberGrantId('00000000-0000-0000-0000-000000000000');

/**
 * Credit that support gives a member without an order. Every act is one command of the member's wallet: the reason, the limits
 * of one person and the second person are those of goodwill refunds (infra/decisions/092, 099).
 */
export function memberCredit({ commands, store, codec, days, limits, mayBeOne, reasonOf, clock }: MemberCreditDeps) {
  const walletOf = async (memberId: string): Promise<Wallet> => (await commands.load(walletStream(memberId), walletDecider)).state;
  const isWithin = (wallet: Wallet, amount: number): boolean => givenToMember(wallet, clock().toISOString()) + amount <= limits.aloneMax;
  const actor = (by: string, alone: boolean, grantId: string, proposer: string): CreditActor => ({
    by,
    at: clock().toISOString(),
    alone,
    aloneMax: limits.aloneMax,
    grantId,
    proposer,
  });
  /** Who proposed what is judged; empty where nothing is, or the wallet has no such proposal. */
  const proposerOf = ({ proposals }: Wallet, act: MemberCreditAct): string =>
    act.type === 'judge' ? (proposals?.find(({ proposalId }) => proposalId === act.proposalId)?.by ?? '') : '';
  const isSecond = async (act: MemberCreditAct, by: string, proposer: string): Promise<boolean> =>
    act.type !== 'judge' || act.verdict !== 'approve' || proposer === by || !(await mayBeOne(by, proposer));

  return {
    async preview(memberId: string, act: MemberCreditAct, by: string): Promise<MemberPreview> {
      const alone = (await days.used(by)) < limits.aDay;
      const wallet = await walletOf(memberId);
      const proposer = proposerOf(wallet, act);
      const preview = creditPreviewOf(wallet, act, actor(by, alone, PREVIEWED, proposer));
      const isClosed = preview.closed === null && !(await isSecond(act, by, proposer));
      return isClosed ? { ...preview, closed: messages.mayBeOne, effects: [] } : preview;
    },

    async act(memberId: string, act: MemberCreditAct, context: CommandContext): Promise<MemberCreditDone> {
      const by = context.actor.id;
      const seen = await walletOf(memberId);
      const proposer = proposerOf(seen, act);
      if (!(await isSecond(act, by, proposer))) refuse(403, 'PROPOSAL_OWN', messages.mayBeOne);
      const decide = async (alone: boolean): Promise<MemberCreditDone> => {
        const command = creditCommandOf(act, actor(by, alone, memberGrantId(context.commandId), proposer));
        const { events, position } = orThrow(await commands.handle(walletStream(memberId), walletDecider, command, context));
        const isProposed = events.some(({ type }) => type === 'CreditProposed');
        return { outcome: isProposed ? 'proposed' : 'done', position: String(position) };
      };
      if (act.type !== 'give' || !isWithin(seen, act.amount)) return decide(false);
      return withNumber(days, limits, { staffId: by, commandId: context.commandId, act }, decide);
    },

    /** @param mayJudge the caller reads what the proposer typed. @param nameOf the name of a person of the staff */
    async shown(
      memberId: string,
      caller: { staffId: string; mayJudge: boolean },
      nameOf: (staffId: string) => Promise<string>,
    ): Promise<MemberCreditAnswer> {
      const [wallet, stored] = await Promise.all([walletOf(memberId), store.read(walletStream(memberId))]);
      const events = await codec.decode(stored, { personal: false });
      const open = wallet.proposals?.find(({ verdict }) => verdict === 'OPEN');
      const asked = open && events.find(({ type, data }) => type === 'CreditProposed' && data['proposalId'] === open.proposalId);
      const lines = events.flatMap((event) => {
        const sentence = sentenceOf(asEvent<WalletEvent>(event));
        return sentence === undefined ? [] : [{ event, sentence }];
      });
      return {
        available: availableCredit(wallet.grants, clock().toISOString()),
        grants: wallet.grants
          .filter(isMemberGrant)
          .map(({ grantId, grantedAt, endsAt, value, left, extended, cause }) => ({
            grantId,
            at: grantedAt,
            endsAt,
            amount: value,
            left: left + (extended?.left ?? 0),
            cause: causeWords(causeOf(cause)),
            takenBack: wallet.cancelled.includes(grantId),
          }))
          .toReversed(),
        proposal: open
          ? {
              proposalId: open.proposalId,
              amount: open.amount,
              cause: causeWords(causeOf(open.cause)),
              by: await nameOf(open.by),
              isOwn: open.by === caller.staffId,
              reason: asked && caller.mayJudge ? await reasonOf(open.by, 'CREDIT', asked.metadata.causationId, asked.recordedAt) : null,
            }
          : null,
        history: (
          await Promise.all(
            lines.map(async ({ event, sentence }) => ({ at: event.recordedAt, by: await actorOf(event, nameOf), sentence })),
          )
        ).toReversed(),
      };
    },
  };
}

const actorOf = async ({ metadata: { actor } }: DecodedEvent, nameOf: (staffId: string) => Promise<string>): Promise<string> =>
  actor.kind === 'support' ? nameOf(actor.id) : '系統';

/** What an event says about credit without an order; undefined for all others. */
function sentenceOf({ type, data }: WalletEvent): string | undefined {
  switch (type) {
    case 'CreditGranted':
      return isMemberGrant(data) ? `贈送購物金 ${money(data.amount)}（${causeWords(causeOf(data.cause))}）` : undefined;
    case 'CreditTakenBack':
      if (!isMemberGrant(data)) return undefined;
      return `收回尚未使用的購物金 ${money(data.amount)}${data.writtenOff > 0 ? `，已使用的 ${money(data.writtenOff)} 無法收回` : ''}`;
    case 'CreditProposed':
      return `提出贈送購物金 ${money(data.amount)}（${causeWords(causeOf(data.cause))}），待另一位同仁覆核`;
    case 'CreditApproved':
      return `覆核通過 ${data.proposalId}`;
    case 'CreditDeclined':
      return `覆核不同意 ${data.proposalId}`;
    default:
      return undefined;
  }
}
