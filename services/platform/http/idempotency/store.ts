import type pg from 'pg';
import { batches } from './batches.ts';

/** An answer as it was given: what a repeated request gets. */
export type StoredAnswer = { status: number; headers: Record<string, string | string[]>; body: string };

export type Claim = {
  commandId: string;
  /** the id that the same request had before its browser had a visitor cookie; equal to `commandId` without one */
  anonymousId: string;
  visitor: string | undefined;
  bodyHash: Buffer;
};

export type Claimed =
  /** nobody had this key, or whoever had it never answered: execute, as this command */
  { kind: 'execute'; commandId: string } | { kind: 'replay'; answer: StoredAnswer } | { kind: 'other-body' };

export type KeyStore = {
  claim(claim: Claim): Promise<Claimed>;
  complete(completion: Completion): Promise<void>;
  /** deletes what is older than 24 hours, in small steps; @returns how many */
  sweep(now: Date): Promise<number>;
  /** resolves when every completion is written */
  idle(): Promise<void>;
};
export type Completion = { commandId: string; owner: string | undefined; answer: StoredAnswer };

const KEPT = 24 * 3600 * 1000;
const SWEEP_STEP = 5_000;

// Neither statement waits for the disk: a claim or an answer that a power cut loses makes the repeated request run
// again under the same command id, and then the command's own idempotency answers. `set_config` stands in the FROM
// clause because Postgres skips a CTE that nobody reads.

/**
 * Claims many keys at once, and says what became of each. A row of the browser's cookieless time (`anonymous_id`,
 * owned by this visitor) goes before a new claim.
 */
const CLAIM = `
  with incoming as (
    select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[]) as i (n, command_id, anonymous_id, visitor, body_hash),
      (select set_config('synchronous_commit', 'off', true)) as s
  ), earlier as (
    select i.n, k.* from incoming i join idempotency_keys k on k.command_id = i.anonymous_id and k.owner = i.visitor
    where i.anonymous_id <> i.command_id
  ), claimed as (
    insert into idempotency_keys (command_id, body_hash)
    select i.command_id, i.body_hash from incoming i
    where not exists (select from earlier e where e.n = i.n)
    order by i.command_id
    on conflict (command_id) do nothing
    returning command_id
  )
  select i.n, c.command_id is not null as fresh, k.command_id, k.body_hash, k.status, k.headers, k.body
  from incoming i
  left join claimed c on c.command_id = i.command_id
  left join lateral (
    select command_id, body_hash, status, headers, body from earlier e where e.n = i.n
    union all
    select command_id, body_hash, status, headers, body from idempotency_keys x where x.command_id = i.command_id
    limit 1
  ) k on true`;

/** The first answer stays: a second process that executed the same command later does not overwrite it. */
const COMPLETE = `
  update idempotency_keys k
  set status = i.status, headers = i.headers, body = i.body, owner = i.owner
  from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::jsonb[], $5::text[]) as i (command_id, owner, status, headers, body),
    (select set_config('synchronous_commit', 'off', true)) as s
  where k.command_id = i.command_id and k.status is null`;

type Row = {
  n: number;
  fresh: boolean;
  command_id: string | null;
  body_hash: Buffer | null;
  status: number | null;
  headers: StoredAnswer['headers'] | null;
  body: string | null;
};

export function keyStore(pool: Pick<pg.Pool, 'query'>): KeyStore {
  async function claimAll(claims: Claim[]): Promise<Claimed[]> {
    const results: (Claimed | undefined)[] = claims.map(() => undefined);
    // A row that another transaction inserts between this statement's snapshot and its insert is neither claimed nor
    // seen; it is there on the next look.
    for (let open = claims.map((_, n) => n), look = 0; open.length > 0; open = open.filter((n) => results[n] === undefined), look++) {
      if (look > 5) throw new Error('idempotency keys could not be claimed');
      const { rows } = await pool.query<Row>({
        name: 'idempotency-claim',
        text: CLAIM,
        values: [
          open,
          open.map((n) => claims[n]?.commandId),
          open.map((n) => claims[n]?.anonymousId),
          open.map((n) => claims[n]?.visitor ?? null),
          open.map((n) => claims[n]?.bodyHash),
        ],
      });
      for (const row of rows) results[row.n] = outcome(claims[row.n] as Claim, row);
    }
    return results as Claimed[];
  }

  function outcome(claim: Claim, row: Row): Claimed | undefined {
    if (row.fresh) return { kind: 'execute', commandId: claim.commandId };
    if (row.command_id === null || row.body_hash === null) return undefined;
    if (!row.body_hash.equals(claim.bodyHash)) return { kind: 'other-body' };
    if (row.status === null) return { kind: 'execute', commandId: row.command_id };
    return { kind: 'replay', answer: { status: row.status, headers: row.headers ?? {}, body: row.body ?? '' } };
  }

  async function completeAll(completions: Completion[]): Promise<undefined[]> {
    await pool.query({
      name: 'idempotency-complete',
      text: COMPLETE,
      values: [
        completions.map(({ commandId }) => commandId),
        completions.map(({ owner }) => owner ?? null),
        completions.map(({ answer }) => answer.status),
        completions.map(({ answer }) => JSON.stringify(answer.headers)),
        completions.map(({ answer }) => answer.body),
      ],
    });
    return completions.map(() => undefined);
  }

  const claiming = batches(claimAll, { size: 200, parallel: 2 });
  const completing = batches(completeAll, { size: 200, parallel: 1 });
  return {
    claim: (claim) => claiming.add(claim),
    complete: (completion) => completing.add(completion),
    idle: () => completing.idle(),
    async sweep(now) {
      let deleted = 0;
      for (;;) {
        const { rowCount } = await pool.query(
          `delete from idempotency_keys where command_id in (select command_id from idempotency_keys where created_at < $1 limit ${SWEEP_STEP})`,
          [new Date(now.getTime() - KEPT)],
        );
        deleted += rowCount ?? 0;
        if ((rowCount ?? 0) < SWEEP_STEP) return deleted;
      }
    },
  };
}
