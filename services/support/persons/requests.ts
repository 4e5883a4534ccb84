import type { KeyObject } from 'node:crypto';
import { openValue, sealValue } from '@nordhaut/accounts';
import type { PersonRequestBody } from '@nordhaut/contracts/support';
import type pg from 'pg';

const DAY = 86_400_000;
/** days of the law from the request to its end (decisions.md 86) */
const DUE_DAYS = { ACCESS: 15, ERASURE: 30 };
/** the newest requests that the console shows */
const MOST_SHOWN = 200;

const NO_UUID = '00000000-0000-0000-0000-000000000000';

export type RequestRow = {
  request_id: string;
  kind: 'ACCESS' | 'ERASURE';
  member_id: string | null;
  orders: string[];
  purposes: ('contact' | 'invoice' | 'support')[];
  law: 'REQUESTED' | 'CONSENT_WITHDRAWN' | 'UNLAWFUL';
  reason: Buffer;
  answer: Buffer | null;
  state: 'open' | 'waiting' | 'done' | 'refused';
  asked_by: string;
  asked_at: Date;
  due_at: Date;
  settled_at: Date | null;
};
export type NewRequest = Pick<PersonRequestBody, 'kind' | 'purposes' | 'law' | 'reason'> & {
  requestId: string;
  memberId: string | null;
  orders: readonly string[];
  by: string;
};
export type PersonRequestStore = ReturnType<typeof personRequestStore>;

/** How work lists call a request, which names nobody. */
export const namedRequest = (requestId: string): string => `請求 ${requestId.slice(0, 8)}`;

/** The requests that are open or wait, oldest first. They name nobody. */
export const openPersonRequests =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ after, before, limit }: { after: Date; before: Date; limit: number }) => {
    const { rows } = await pool.query<
      Pick<RequestRow, 'kind'> & { requestId: string; state: 'open' | 'waiting'; since: Date; dueAt: Date }
    >(
      `select request_id as "requestId", kind, state, asked_at as since, due_at as "dueAt" from person_requests
       where state in ('open', 'waiting') and asked_at > $1 and asked_at <= $2 order by asked_at limit $3`,
      [after, before, limit],
    );
    return rows;
  };

const rowOf = (requestId: string, part: 'reason' | 'answer'): string => `person-request/${requestId}/${part}`;

/** Requests of people about their own data. Each function is one statement. */
export function personRequestStore(pool: Pick<pg.Pool, 'query'>, key: KeyObject, clock: () => Date) {
  return {
    /** A repeat with the same id adds nothing. */
    async add({ requestId, kind, purposes, law, reason, memberId, orders, by }: NewRequest): Promise<void> {
      const now = clock();
      await pool.query(
        `insert into person_requests (request_id, kind, member_id, orders, purposes, law, reason, asked_by, asked_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
        [
          requestId,
          kind,
          memberId,
          orders,
          purposes,
          law,
          sealValue(key, rowOf(requestId, 'reason'), { text: reason }),
          by,
          now,
          new Date(now.getTime() + DUE_DAYS[kind] * DAY),
        ],
      );
    },
    async find(requestId: string): Promise<RequestRow | undefined> {
      return (await pool.query<RequestRow>('select * from person_requests where request_id = $1', [requestId])).rows[0];
    },
    /** What is open or waits comes first, by its due date; then the newest. */
    async list(): Promise<RequestRow[]> {
      const { rows } = await pool.query<RequestRow>(
        `select * from person_requests order by (state in ('open', 'waiting')) desc, settled_at desc nulls first, due_at limit ${MOST_SHOWN}`,
      );
      return rows;
    },
    /** Those that wait, after `last`, in the order of their due dates. */
    async waiting(most: number, last?: RequestRow): Promise<RequestRow[]> {
      const { rows } = await pool.query<RequestRow>(
        `select * from person_requests where state = 'waiting' and (due_at, request_id) > ($2::timestamptz, $3::uuid)
         order by due_at, request_id limit $1`,
        [most, last?.due_at ?? '-infinity', last?.request_id ?? NO_UUID],
      );
      return rows;
    },
    /** Of a request that is open or waits. `answer`: why it was refused. @returns false: it has ended before */
    async setState(requestId: string, state: 'waiting' | 'done' | 'refused', answer?: string): Promise<boolean> {
      const sealed = answer === undefined ? null : sealValue(key, rowOf(requestId, 'answer'), { text: answer });
      const { rowCount } = await pool.query(
        `update person_requests set state = $2, answer = coalesce($3, answer), settled_at = case when $2 = 'waiting' then null else $4::timestamptz end
         where request_id = $1 and state in ('open', 'waiting')`,
        [requestId, state, sealed, clock()],
      );
      return rowCount === 1;
    },
    /** The requests that concern a person. */
    async of(memberId: string | null, orders: readonly string[]): Promise<RequestRow[]> {
      const { rows } = await pool.query<RequestRow>(
        'select * from person_requests where member_id = $1 or orders && $2::text[] order by asked_at',
        [memberId, orders],
      );
      return rows;
    },
    textOf({ request_id, ...row }: RequestRow, part: 'reason' | 'answer'): string | null {
      const sealed = row[part];
      return (sealed && openValue<{ text: string }>(key, rowOf(request_id, part), sealed)?.text) ?? null;
    },
  };
}
