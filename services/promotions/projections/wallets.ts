import { MEMBER_CATEGORY, type MemberEvent } from '@nordhaut/accounts';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { ofNewColumn, rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import { WALLET_CATEGORY } from '../stream.ts';
import { emptyWallet, evolve, nextDue, type Wallet } from '../wallet.ts';
import { WALLET_TYPES, type WalletEvent } from '../wallet-events.ts';

/**
 * The wallet of each member: shopping credit with its ends and causes, copies of coupons and their uses. Members without
 * any have a row too, because a new coupon may be for them. `due_at`: when the wallet has something to do by itself. `proposed_at`:
 * since when credit without an order waits for a second person; null: none does.
 */
export type WalletRow = {
  member_id: string;
  position: bigint;
  registered: boolean;
  invited: boolean;
  due_at: string | null;
  proposed_at: string | null;
  state: Wallet;
};

type Event = WalletEvent | MemberEvent;
const PROPOSAL_TYPES = ['CreditProposed', 'CreditApproved', 'CreditDeclined'] as const;
const MEMBER_TYPES = ['MemberRegistered', 'ReferralBound'] as const;

export const walletsProjection = rowProjection<WalletRow, Event>({
  name: 'wallets',
  version: 3,
  filter: { categories: [WALLET_CATEGORY, MEMBER_CATEGORY], types: [...WALLET_TYPES, ...PROPOSAL_TYPES, 'WalletClosed', ...MEMBER_TYPES] },
  personal: false,
  // Who shows a new row at once waits for its position.
  relaxed: true,
  key: 'member_id',
  createTable: (table) => `
    create table ${table} (
      member_id text primary key,
      position bigint not null,
      registered boolean not null,
      invited boolean not null,
      due_at timestamptz,
      proposed_at timestamptz,
      state json not null
    );
    create index on ${table} (due_at, member_id) where due_at is not null;
    create index on ${table} (proposed_at) where proposed_at is not null`,
  // Both categories name the member after the first dash.
  keyOf: ({ stream }) => stream.slice(stream.indexOf('-') + 1),
  apply(row, event) {
    const { position, stream } = event;
    const memberId = stream.slice(stream.indexOf('-') + 1);
    const none = { registered: false, invited: false, due_at: null, proposed_at: null };
    const before: Omit<WalletRow, 'position'> = row ?? { member_id: memberId, ...none, state: emptyWallet };
    if (event.type === 'MemberRegistered') return { ...before, position, registered: true };
    if (event.type === 'ReferralBound') return { ...before, position, invited: true };
    const state = evolve(before.state, event as DecodedEvent<WalletEvent>);
    const isProposed = state.closedAt === null && state.proposals?.some(({ verdict }) => verdict === 'OPEN') === true;
    const proposedAt = isProposed ? (before.proposed_at ?? event.data.at) : null;
    return { ...before, position, due_at: nextDue(state), proposed_at: proposedAt, state };
  },
});

/** Members who registered, or who were invited, and whose wallets lack a copy of a coupon, by id, in pages. */
export async function membersWithout(
  pool: Pick<pg.Pool, 'query'>,
  mark: 'registered' | 'invited',
  copyId: string,
  last: string,
  most: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ member_id: string }>(
    `select member_id from wallets where ${mark} and member_id > $1
       and not exists (select from json_array_elements(state -> 'copies') copy where copy ->> 'copyId' = $3)
     order by member_id limit $2`,
    [last, most, copyId],
  );
  return rows.map(({ member_id: memberId }) => memberId);
}

export type DueWallet = { memberId: string; dueAt: Date };

/** Wallets with something to do, the oldest first, after `last`. */
export async function dueWallets(pool: Pick<pg.Pool, 'query'>, now: Date, last: DueWallet | undefined, most: number): Promise<DueWallet[]> {
  const { rows } = await pool.query<{ member_id: string; due_at: Date }>({
    name: 'due-wallets',
    text: `select member_id, due_at from wallets where due_at <= $1 and (due_at, member_id) > ($2::timestamptz, $3)
           order by due_at, member_id limit $4`,
    values: [now, last?.dueAt ?? '-infinity', last?.memberId ?? '', most],
  });
  return rows.map(({ member_id: memberId, due_at: dueAt }) => ({ memberId, dueAt }));
}

/** NT$ of shopping credit that members can spend now, and that orders in the checkout hold. A closed wallet spends nothing. Reads every wallet. */
export async function outstandingCredit(pool: Pick<pg.Pool, 'query'>, now: Date): Promise<{ available: number; reserved: number }> {
  const { rows } = await pool.query<{ available: bigint | null; reserved: bigint | null }>(
    `select sum(case when (one ->> 'endsAt')::timestamptz > $1 then (one ->> 'left')::bigint else 0 end
         + case when (one -> 'extended' ->> 'endsAt')::timestamptz > $1 then (one -> 'extended' ->> 'left')::bigint else 0 end)
         filter (where state ->> 'closedAt' is null)::bigint as available,
       sum((one ->> 'reserved')::bigint)::bigint as reserved
     from wallets, json_array_elements(state -> 'grants') as one`,
    [now],
  );
  return { available: Number(rows[0]?.available ?? 0), reserved: Number(rows[0]?.reserved ?? 0) };
}

/** Credit without an order that waits for a second person. NT$. */
export type ProposedCredit = { memberId: string; since: Date; amount: number; proposalId: string };

/** Since later than `after` and no later than `before`, the oldest first. */
export async function proposedCredit(
  pool: Pick<pg.Pool, 'query'>,
  { after, before, limit }: { after: Date; before: Date; limit: number },
): Promise<ProposedCredit[]> {
  const rows = await ofNewColumn(
    pool.query<{ member_id: string; proposed_at: Date; proposals: NonNullable<Wallet['proposals']> }>(
      `select member_id, proposed_at, state -> 'proposals' as proposals from wallets
     where proposed_at is not null and proposed_at <= $2 and proposed_at > $1 order by proposed_at limit $3`,
      [after, before, limit],
    ),
  );
  return rows.flatMap(({ member_id: memberId, proposed_at: since, proposals }) =>
    proposals.filter(({ verdict }) => verdict === 'OPEN').map(({ amount, proposalId }) => ({ memberId, since, amount, proposalId })),
  );
}
