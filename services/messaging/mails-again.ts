import type { Vault } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import { type Kind, mailIds, type MailData } from './causes.ts';
import { addressCorrectedAt, draftOf, type LetterDeps, type MemberTokens, orderOfMails } from './letters.ts';
import type { MailRow, Reason } from './outbox.ts';
import { plan } from './outbox.ts';
import { isTooSoon, resend } from './resend.ts';
import { isSameMailbox, type KeptMail } from './send.ts';

/**
 * One mail about an order or to a member, however often it was sent. `state` and `at`: of the newest time; `at`: when it was sent, or planned. `amount`: NT$ of a refund
 * or of credit. `why`: why it was not sent, as a code. `to`: the address of the newest time; null while it waits, because its next
 * try reads the address again, and after its copy ended. `isBeforeCorrection`: support has corrected the address of the order since.
 */
export type MailFact = {
  mailId: string;
  kind: Kind;
  amount: number | null;
  times: number;
  at: Date;
  state: 'due' | 'sending' | 'sent' | 'listed' | 'dropped';
  why: string | null;
  to: string | null;
  isBeforeCorrection: boolean;
  /** why it cannot be sent again, as a code; null where it still applies */
  closed: Reason | null;
};
/** `overtaken`: it would say what is not true any more, or it has no recipient. */
export type Resent = 'planned' | 'too-soon' | 'unknown' | 'overtaken';

type Row = {
  id: string;
  kind: Kind;
  data: MailData;
  state: MailFact['state'];
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
};
type Deps = Omit<LetterDeps, 'tokens'> & { pool: pg.Pool; vault: Pick<Vault, 'openMany'> };

/** A dry run must make no token. Whether a link is still wanted is decided when its mail is sent. */
const DRY: MemberTokens = {
  makeConfirmToken: () => Promise.resolve({ token: '', email: '-' }),
  makeResetToken: () => Promise.resolve(''),
};

const BY_STAFF = { byStaff: true } as const;

/** An order has one confirmation. The other mails belong to a parcel, a refund, a gift or a request for a link. */
const factOf = ({ id, kind, data }: Row): string => (kind === 'ORDER_CREATED' ? kind : (data.of ?? id));

/** The row of a mail that is sent once more, for a dry run. */
const againOf = (stream: StreamName, { id, kind, data }: Row): MailRow => ({
  id,
  kind,
  stream,
  data: { ...data, of: id },
  state: 'due',
  tries: 0,
  begun_at: null,
  subject: null,
  sealed: null,
});

/**
 * Sends the mails about an order or to a member again. The text is rendered again from the state of today, for the address of
 * today.
 */
export function mailsAgain({ pool, clock, vault, ...letters }: Deps) {
  async function factsOf(stream: StreamName): Promise<Row[][]> {
    const { rows } = await pool.query<Row>(
      `select id, kind, data, state, reason, created_at,
         case when state = 'sent' then coalesce(begun_at, settled_at, created_at) end as sent_at
       from mails where stream = $1 order by created_at, id`,
      [stream],
    );
    return [...Map.groupBy(rows, factOf).values()];
  }
  /** The address of the newest mail of each fact, by its id. One that waits after a refused try still has the copy of that try. */
  async function addressesOf(facts: readonly Row[][]): Promise<Map<string, string>> {
    const ids = facts.flatMap((rows) => rows.slice(-1).flatMap(({ id, state }) => (state === 'due' ? [] : [id])));
    const { rows: kept } = await pool.query<{ eventId: string; subject: string; sealed: string }>(
      'select id as "eventId", subject, sealed from mails where id = any($1) and subject is not null and sealed is not null',
      [ids],
    );
    const opened = await vault.openMany(kept.map((one) => ({ ...one, purpose: 'contact' as const })));
    return new Map(
      kept.flatMap(({ eventId }, at) => {
        const mail = opened[at] as KeptMail | undefined;
        return mail ? [[eventId, mail.to]] : [];
      }),
    );
  }
  return {
    async list(stream: StreamName): Promise<MailFact[]> {
      const all = await factsOf(stream);
      const addresses = await addressesOf(all);
      const order = await orderOfMails(letters, stream);
      const now = order?.emailCorrectedAt === undefined ? undefined : order.personal.contact?.recipient.email;
      const facts = all.map(async (rows): Promise<MailFact[]> => {
        const [first, last] = [rows[0], rows.at(-1)];
        if (!first || !last) return [];
        const { state, reason: why, created_at: planned, sent_at: sent } = last;
        const draft = await draftOf({ ...letters, pool, clock, tokens: DRY }, againOf(stream, first));
        const closed = draft.kind === 'drop' ? draft.reason : null;
        const { id: mailId, kind } = first;
        const to = addresses.get(last.id) ?? null;
        const isBeforeCorrection = to !== null && now !== undefined && !isSameMailbox(to, now);
        const amount = first.data.amount ?? null;
        return [{ mailId, kind, amount, times: rows.length, at: sent ?? planned, state, why, to, isBeforeCorrection, closed }];
      });
      return (await Promise.all(facts)).flat();
    },

    /** For support. The limits of the buyer's own request hold for each mail, the limit of a recipient's day does not. Of two requests at once only one adds a mail. */
    async send(stream: StreamName, mailId: string): Promise<Resent> {
      const now = clock();
      const rows = (await factsOf(stream)).find(([first]) => first?.id === mailId);
      const [first] = rows ?? [];
      if (!rows || !first) return 'unknown';
      const again = againOf(stream, first);
      const { kind, data } = again;
      if ((await draftOf({ ...letters, pool, clock, tokens: DRY }, again)).kind === 'drop') return 'overtaken';
      if (kind === 'ORDER_CREATED') return resend({ pool, commands: letters.commands }, stream, now, BY_STAFF);
      if (isTooSoon(rows, now, await addressCorrectedAt(letters, stream))) return 'too-soon';
      const id = mailIds(`${mailId}/again/${rows.length}`);
      await plan(pool, [
        { id, kind, stream, data: { ...data, ...BY_STAFF }, at: now.toISOString(), waits: false, nextAt: now, state: 'due' },
      ]);
      return 'planned';
    },
  };
}
