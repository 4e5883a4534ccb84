import type pg from 'pg';
import type { ConsentGiven } from '@nordhaut/contracts';
import { givenOf } from './consents.ts';
import type { LaterFact, ProviderName, ReportProvider } from './provider.ts';

type Db = Pick<pg.Pool, 'query'>;

/** A purchase that is due at a provider. `tries`: calls that were begun. */
export type DueReport = {
  purchase_id: string;
  provider: ProviderName;
  tries: number;
  consent_id: string;
  given: string[];
  sealed: Buffer;
  outer_key: string;
  stream: string;
  /** of the purchase; for a later fact, of that fact */
  occurred_at: Date;
  bought_at: Date;
};

/**
 * A row as a process read it. It is written only with the same number of tries, so that one process has it, and while no newer event
 * moved its time (`planLater`): the order that was looked at may lack that event.
 */
export type Claim = Pick<DueReport, 'purchase_id' | 'provider' | 'tries' | 'occurred_at'>;
const AS_READ = `purchase_id = $1 and provider = $2 and tries = $3 and state = 'due' and (occurred_at > $4) is not true`;
const asRead = ({ purchase_id, provider, tries, occurred_at }: Claim) => [purchase_id, provider, tries, occurred_at];

export type Note = { id: string; consent: { id: string; given: ConsentGiven }; sealed: Buffer; outerKey: string; now: Date };

/** The consent at the time of an order that is about to begin. */
export async function note(db: Db, { id, consent, sealed, outerKey, now }: Note): Promise<void> {
  await db.query({
    name: 'note purchase',
    text: `insert into tracked_purchases (id, consent_id, given, sealed, outer_key, noted_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [id, consent.id, givenOf(consent.given), sealed, outerKey, now],
  });
}

/** An order of somebody who agreed. `due_with`: the type of the event with which it counts as bought (decisions.md 80). */
export type Placed = { id: string; stream: string; due_with: string };
export type Reached = { stream: string; type: string; at: string };

/** Connects noted purchases with their orders. May be repeated. */
export async function connect(db: Db, placed: readonly Placed[]): Promise<void> {
  if (placed.length === 0) return;
  await db.query({
    name: 'connect purchases',
    text: `update tracked_purchases p set stream = o.stream, due_with = o.due_with
           from json_to_recordset($1) as o (id text, stream text, due_with text) where p.id = o.id and p.stream is null`,
    values: [JSON.stringify(placed)],
  });
}

/** Plans the reports of the purchases that these events complete, in one statement. May be repeated: a purchase has one row per provider. */
export async function plan(db: Db, reached: readonly Reached[], providers: readonly ReportProvider[], now: Date): Promise<void> {
  const channels = providers.filter(({ follows }) => !follows).map(({ name, purpose }) => ({ name, purpose }));
  if (reached.length === 0 || channels.length === 0) return;
  await db.query({
    name: 'plan purchase reports',
    text: `with bought as (
             update tracked_purchases p set occurred_at = coalesce(p.occurred_at, r.at)
             from (select distinct on (stream, type) stream, type, at from json_to_recordset($1) as r (stream text, type text, at timestamptz)
                   order by stream, type, at) r
             where p.stream = r.stream and p.due_with = r.type
             returning p.id, p.given)
           insert into purchase_reports (purchase_id, provider, next_at)
           select bought.id, provider.name, $3 from bought
           join json_to_recordset($2) as provider (name text, purpose text) on provider.purpose = any(bought.given)
           on conflict do nothing`,
    values: [JSON.stringify(reached), JSON.stringify(channels), now],
  });
}

/** Orders that ended before they were bought: whatever follows, they are no purchases. May be repeated. */
export async function giveUp(db: Db, streams: readonly string[]): Promise<void> {
  if (streams.length === 0) return;
  await db.query({
    name: 'give purchases up',
    text: 'update tracked_purchases set due_with = null where stream = any($1::text[]) and occurred_at is null',
    values: [streams],
  });
}

export type Later = { stream: string; fact: LaterFact; at: string };

/**
 * Plans the reports of what happened to purchases after they were bought, in one statement. May be repeated. Where the purchase stood after
 * all, a newer event opens its row again, and where no call was begun, it moves the row's time.
 */
export async function planLater(db: Db, facts: readonly Later[], providers: readonly ReportProvider[], now: Date): Promise<void> {
  const channels = providers.flatMap(({ name, purpose, follows }) => (follows ? [{ name, purpose, fact: follows.fact }] : []));
  const undone = channels.filter(({ fact }) => fact === 'undone').map(({ name }) => name);
  if (facts.length === 0 || channels.length === 0) return;
  await db.query({
    name: 'plan later reports',
    text: `insert into purchase_reports (purchase_id, provider, next_at, occurred_at)
           select p.id, channel.name, $3, later.at
           from (select stream, fact, case fact when 'undone' then max(at) else min(at) end as at
                 from json_to_recordset($1) as r (stream text, fact text, at timestamptz) group by stream, fact) later
           join tracked_purchases p on p.stream = later.stream and p.occurred_at is not null
           join json_to_recordset($2) as channel (name text, purpose text, fact text)
             on channel.fact = later.fact and channel.purpose = any(p.given)
           on conflict (purchase_id, provider) do update
           set state = 'due', next_at = excluded.next_at, occurred_at = excluded.occurred_at, reason = null, settled_at = null
           where excluded.provider = any($4::text[]) and purchase_reports.occurred_at < excluded.occurred_at
             and (purchase_reports.reason = 'STANDS' or (purchase_reports.state = 'due' and purchase_reports.tries = 0))`,
    values: [JSON.stringify(facts), JSON.stringify(channels), now, undone],
  });
}

/** The state of the report that another one follows; undefined where none was planned. */
export async function stateOf(db: Db, purchaseId: string, provider: ProviderName): Promise<'due' | 'sent' | 'dropped' | undefined> {
  const { rows } = await db.query<{ state: 'due' | 'sent' | 'dropped' }>({
    name: 'state of a report',
    text: 'select state from purchase_reports where purchase_id = $1 and provider = $2',
    values: [purchaseId, provider],
  });
  return rows[0]?.state;
}

export async function dueReports(db: Db, now: Date, limit: number): Promise<DueReport[]> {
  const { rows } = await db.query<DueReport>({
    name: 'due purchase reports',
    text: `select r.purchase_id, r.provider, r.tries, p.consent_id, p.given, p.sealed, p.outer_key, p.stream,
             coalesce(r.occurred_at, p.occurred_at) as occurred_at, p.occurred_at as bought_at
           from purchase_reports r join tracked_purchases p on p.id = r.purchase_id
           where r.state = 'due' and r.next_at <= $1 order by r.next_at limit $2`,
    values: [now, limit],
  });
  return rows;
}

/** Records a call before it is made. `next`: when it is repeated if nothing more is heard. @returns whether this process may call */
export async function begin(db: Db, claim: Claim, next: Date): Promise<Claim | undefined> {
  const { rowCount } = await db.query(`update purchase_reports set tries = tries + 1, next_at = $5 where ${AS_READ}`, [
    ...asRead(claim),
    next,
  ]);
  return rowCount === 1 ? { ...claim, tries: claim.tries + 1 } : undefined;
}

/** @returns whether this call set the state */
export async function finish(db: Db, claim: Claim, state: 'sent' | 'dropped', reason?: string): Promise<boolean> {
  const { rowCount } = await db.query(`update purchase_reports set state = $5, reason = $6, settled_at = now() where ${AS_READ}`, [
    ...asRead(claim),
    state,
    reason ?? null,
  ]);
  return rowCount === 1;
}

export async function again(db: Db, claim: Claim, next: Date, reason: string): Promise<void> {
  await db.query(`update purchase_reports set next_at = $5, reason = $6 where ${AS_READ}`, [...asRead(claim), next, reason]);
}
