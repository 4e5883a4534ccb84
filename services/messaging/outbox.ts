import type pg from 'pg';
import type { Kind, MailData, PlannedMail } from './causes.ts';
import type { Share } from './share.ts';

type Db = Pick<pg.Pool, 'query'>;

export type MailRow = {
  id: string;
  kind: Kind;
  stream: string | null;
  data: MailData;
  state: 'due' | 'sending';
  tries: number;
  begun_at: Date | null;
  subject: string | null;
  sealed: string | null;
};

/** A row that one process took: only with the same number of tries may it get a final state. */
export type Claim = Pick<MailRow, 'id' | 'tries'>;

/** Why a mail is not sent, for support and metrics. */
export type Reason =
  | 'NO_ADDRESS'
  | 'FORGOTTEN'
  | 'OVERTAKEN'
  | 'NEVER_TOLD'
  | 'NO_TOKEN'
  | 'TOO_LATE'
  | 'REFUSED'
  | 'NOT_ACCEPTED'
  | 'IN_DOUBT'
  | 'BOUNCED'
  | 'FAILED'
  | 'TOO_MANY'
  | 'SENT_BEFORE';

const PG_UNIQUE_VIOLATION = '23505';

type NewMail = PlannedMail & { nextAt: Date; state: 'due' | 'listed' };

/**
 * The mails of facts, in one statement. A fact that has a mail keeps it; a later event can only bring one forward that has
 * not been tried.
 */
export async function plan(db: Db, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await db.query({
    name: 'plan mails',
    text: `insert into mails (id, kind, stream, data, next_at, state, reason, settled_at)
       select id, kind, stream, data, "nextAt", state,
         case when state = 'listed' then 'TOO_LATE' end, case when state = 'listed' then now() end
       from json_to_recordset($1) as mail (id uuid, kind text, stream text, data json, "nextAt" timestamptz, state text)
       on conflict (id) do update set next_at = least(mails.next_at, excluded.next_at) where mails.state = 'due' and mails.tries = 0`,
    values: [JSON.stringify(onePerFact(mails))],
  });
}

/** One statement may name a row only once. */
function onePerFact(mails: readonly NewMail[]): NewMail[] {
  const facts = new Map<string, NewMail>();
  for (const mail of mails) {
    const first = facts.get(mail.id);
    if (!first) facts.set(mail.id, mail);
    else if (first.state === 'due' && mail.nextAt < first.nextAt) facts.set(mail.id, { ...first, nextAt: mail.nextAt });
  }
  return [...facts.values()];
}

export async function dueMails(db: Db, now: Date, limit: number): Promise<MailRow[]> {
  const { rows } = await db.query<MailRow>(
    `select id, kind, stream, data, state, tries, begun_at, subject, sealed from mails
     where state in ('due', 'sending') and next_at <= $1 order by next_at limit $2`,
    [now, limit],
  );
  return rows;
}

export type Kept = { recipient: Buffer; subject: string; templateId: string; version: number; sealed: string };

/**
 * Marks a mail as under way, with what is about to be sent. `leaseUntil`: until then nobody else decides about it. `share`: of the
 * recipient's mails of a day; undefined: this mail has no limit.
 * @returns the claim; `busy` where another mail to the same recipient is under way; `full` where the recipient has had the mails of a
 * day, `flooded` where as many were listed since; undefined where another process has it
 */
export async function begin(
  db: Db,
  { id, tries }: Claim,
  { recipient, subject, templateId, version, sealed }: Kept,
  now: Date,
  leaseUntil: Date,
  share?: Share,
): Promise<Claim | 'busy' | 'full' | 'flooded' | undefined> {
  try {
    // The function looks for the other mail first: a statement that fails costs the connection, because the pool closes it.
    const { rows } = await db.query<{ outcome: 'begun' | 'busy' | 'full' | 'flooded' | 'taken' }>(
      'select begin_mail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcome',
      [id, tries, now, leaseUntil, recipient, subject, templateId, version, sealed, share?.mailbox, share?.day, share?.most],
    );
    const outcome = rows[0]?.outcome ?? 'taken';
    if (outcome === 'begun') return { id, tries: tries + 1 };
    return outcome === 'taken' ? undefined : outcome;
  } catch (error) {
    // Both began at the same time.
    if ((error as { code?: string }).code === PG_UNIQUE_VIOLATION) return 'busy';
    throw error;
  }
}

/** A final state. @returns whether this call set it */
export async function finish(
  db: Db,
  { id, tries }: Claim,
  state: 'sent' | 'listed' | 'dropped',
  { reason, providerId }: { reason?: Reason; providerId?: string } = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update mails set state = $3, reason = $4, provider_id = $5, recipient = null, settled_at = now(),
       sealed = case when $3 = 'dropped' then null else sealed end
     where id = $1 and tries = $2 and state in ('due', 'sending')`,
    [id, tries, state, reason ?? null, providerId ?? null],
  );
  return rowCount === 1;
}

/** The provider does not have the mail: it is tried again. */
export async function again(db: Db, { id, tries }: Claim, nextAt: Date, reason: Reason): Promise<void> {
  await db.query(
    `update mails set state = 'due', next_at = $3, reason = $4, recipient = null where id = $1 and tries = $2 and state = 'sending'`,
    [id, tries, nextAt, reason],
  );
}

/** Later, without a decision. */
export async function postpone(db: Db, { id, tries }: Claim, nextAt: Date): Promise<void> {
  await db.query(`update mails set next_at = $3 where id = $1 and tries = $2 and state in ('due', 'sending')`, [id, tries, nextAt]);
}

/** Counts a try that failed before the provider was called. */
export async function failed(db: Db, { id, tries }: Claim, nextAt: Date): Promise<void> {
  await db.query(`update mails set tries = tries + 1, next_at = $3, reason = 'FAILED' where id = $1 and tries = $2 and state = 'due'`, [
    id,
    tries,
    nextAt,
  ]);
}

/** Which of these ids of the provider belong to mails whose outcome is known. */
export async function knownIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ provider_id: string }>('select provider_id from mails where provider_id = any($1)', [[...ids]]);
  return new Set(rows.map(({ provider_id: id }) => id));
}

/** A mail that was given up because nobody knew whether the provider had sent it. */
export type DoubtfulMail = { id: string; subject: string; sealed: string; begunAt: Date };

/** The earlier mails about the fact of a mail that is sent again, where they were given up in doubt; oldest first. */
export async function doubtsBefore(db: Db, { id, kind, stream, data }: MailRow): Promise<DoubtfulMail[]> {
  if (data.of === undefined) return [];
  const { rows } = await db.query<DoubtfulMail>(
    `select id, subject, sealed, begun_at as "begunAt" from mails
     where stream = $1 and kind = $2 and id <> $3 and (id::text = $4 or data->>'of' = $4) and state = 'listed' and reason = 'IN_DOUBT'
       and subject is not null and sealed is not null and begun_at is not null order by created_at`,
    [stream, kind, id, data.of],
  );
  return rows;
}

/** What became of a mail that was given up in doubt, once the provider says that it was sent. */
export async function endDoubt(db: Db, { id }: DoubtfulMail, providerId: string, bounced: boolean): Promise<void> {
  await db.query(`update mails set state = $2, reason = $3, provider_id = $4 where id = $1 and state = 'listed' and reason = 'IN_DOUBT'`, [
    id,
    bounced ? 'listed' : 'sent',
    bounced ? 'BOUNCED' : null,
    providerId,
  ]);
}

/** Whether a mail of this kind was sent, also again or in doubt. */
export async function maybeSent(db: Db, stream: string, kind: Kind): Promise<boolean> {
  const { rows } = await db.query(
    `select from mails where stream = $1 and kind = $2 and (state in ('sent', 'sending') or reason = 'IN_DOUBT') limit 1`,
    [stream, kind],
  );
  return rows.length > 0;
}
