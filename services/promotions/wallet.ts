import type { Recorded } from '@nordhaut/platform/decider';
import { type Grant, withReserved, withReturned, withTakenBack } from './credit.ts';
import type {
  Cause,
  CouponReturn,
  CouponUse,
  CreditCancelled,
  CreditPart,
  CreditProposed,
  CreditScheduled,
  PromotionsReleased,
  WalletEvent,
} from './wallet-events.ts';

/** `extendedTo`: the end that a restore gave; missing: no restore gave it days */
export type Copy = { copyId: string; couponId: string; cause: Cause; grantedAt: string; endsAt: string | null; extendedTo?: string };

/**
 * An order of the member. `coupons` and `credit`: what it holds or has used; what it gave back is not in them.
 * - `reserved`: in the checkout; `redeemed`: complete
 * - `released`: the checkout ended without it; `restored`: it gave back at its first final outcome
 * - `noted`: it took nothing here
 */
export type WalletOrder = {
  orderNo: string;
  state: 'reserved' | 'redeemed' | 'released' | 'restored' | 'noted';
  /** whether it makes a later order no first purchase (decisions.md 57) */
  stands: boolean;
  coupons: readonly CouponUse[];
  credit: readonly CreditPart[];
  /** coupons that it gave back; their counted quantities return after it */
  returned: readonly CouponUse[];
  delivered: { at: string; goodsPaid: number; first: boolean; countsAt: string } | null;
  /** NT$ that count for the founding membership; null: does not count */
  counted: number | null;
};

type Scheduled = Omit<CreditScheduled['data'], 'at'>;

/**
 * Invariants, for each grant and each copy of a coupon, at any instant:
 * granted = available + reserved + used + expired + taken back. An order gives back at most once what it holds.
 * The birthday: at most one gift for each calendar year, credit or coupon, and at most one credit is scheduled, whatever
 * month the birthday was in when (decisions.md 64).
 */
export type Wallet = {
  copies: readonly Copy[];
  grants: readonly Grant[];
  scheduled: readonly Scheduled[];
  /** ids of credit that must not be granted any more */
  cancelled: readonly string[];
  /** those of birthdays whose gift an earlier account of this person had */
  hadBefore?: readonly string[];
  orders: readonly WalletOrder[];
  /** `since`: when the member got the number; earlier orders earn nothing by it */
  founding: { number: number; since: string } | null;
  closedAt: string | null;
  /** credit without an order that waits, or waited, for a second person */
  proposals?: readonly CreditProposal[];
};

export type CreditProposal = Omit<CreditProposed['data'], 'at'> & { verdict: 'OPEN' | 'APPROVED' | 'DECLINED' };

export const emptyWallet: Wallet = {
  copies: [],
  grants: [],
  scheduled: [],
  cancelled: [],
  orders: [],
  founding: null,
  closedAt: null,
};

export const orderIn = ({ orders }: Wallet, orderNo: string): WalletOrder | undefined => orders.find((order) => order.orderNo === orderNo);
export const grantIn = ({ grants }: Wallet, grantId: string): Grant | undefined => grants.find((grant) => grant.grantId === grantId);

/** Founding membership lapses so many days after the last delivery (decisions.md 66). */
export const FOUNDING_DAYS = 365;

/** Whether the member has founding membership at an instant, by the deliveries before it. `userGroupSql` is the same rule. */
export function isFounding({ founding, orders }: Wallet, at: string): boolean {
  if (founding === null || Date.parse(at) < Date.parse(founding.since)) return false;
  const until = Date.parse(at);
  const deliveries = orders
    .flatMap(({ delivered, state }) => (delivered && state !== 'restored' ? Date.parse(delivered.at) : []))
    .filter((time) => time <= until);
  return deliveries.length > 0 && until < Math.max(...deliveries) + FOUNDING_DAYS * 86_400_000;
}

/** NT$ of delivered orders that count for the founding membership. */
export const countedSum = ({ orders }: Wallet): number => orders.reduce((sum, { counted }) => sum + (counted ?? 0), 0);

export const birthdayGrant = (year: number): string => `birthday/${year}`;

/**
 * Calendar years in Taipei whose birthday gift the member has: the credit of an ordinary member, or a founding member's coupon. Also
 * those in which an account that the same person closed had it.
 */
export const birthdayYears = ({ grants, orders, hadBefore = [] }: Wallet): readonly number[] => [
  ...hadBefore.map((grantId) => Number(grantId.slice(grantId.indexOf('/') + 1))),
  ...grants.flatMap(({ cause }) => (cause.kind === 'BIRTHDAY' ? cause.year : [])),
  ...orders.flatMap(({ coupons }) => coupons.flatMap(({ year }) => year ?? [])),
];

/** When the wallet next has something to do by itself (ISO); null: nothing. An open return delays it. */
export function nextDue({ scheduled, orders, closedAt }: Wallet): string | null {
  if (closedAt !== null) return null;
  const counts = orders.flatMap(({ delivered, counted, state }) =>
    delivered && counted === null && state !== 'restored' ? delivered.countsAt : [],
  );
  return [...scheduled.map(({ dueAt }) => dueAt), ...counts].toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

const newOrder = (orderNo: string, more: Partial<WalletOrder>): WalletOrder => ({
  orderNo,
  state: 'noted',
  stands: true,
  coupons: [],
  credit: [],
  returned: [],
  delivered: null,
  counted: null,
  ...more,
});

/** The wallet with this order changed, or added. */
function withOrder(wallet: Wallet, orderNo: string, change: Partial<WalletOrder>): Wallet {
  const before = orderIn(wallet, orderNo);
  const after = before ? { ...before, ...change } : newOrder(orderNo, change);
  return { ...wallet, orders: before ? wallet.orders.map((order) => (order === before ? after : order)) : [...wallet.orders, after] };
}

function withGrants(
  wallet: Wallet,
  changes: readonly ({ grantId: string } | CreditPart)[],
  change: (grant: Grant, at: number) => Grant,
): Wallet {
  const grants = [...wallet.grants];
  for (const [index, { grantId }] of changes.entries()) {
    const at = grants.findIndex((grant) => grant.grantId === grantId);
    if (at >= 0) grants[at] = change(grants[at] as Grant, index);
  }
  return { ...wallet, grants };
}

const sameUse = (one: CouponUse, other: CouponUse): boolean => one.couponId === other.couponId && one.copyId === other.copyId;

function withCopyEnds(wallet: Wallet, returns: readonly CouponReturn[]): Wallet {
  const later = (copy: Copy): Copy => {
    const { endsAt, extendedTo = endsAt } = returns.find(({ copyId }) => copyId === copy.copyId) ?? {};
    return extendedTo === undefined ? copy : { ...copy, ...(endsAt !== undefined && { endsAt }), extendedTo };
  };
  return { ...wallet, copies: wallet.copies.map(later) };
}

/**
 * The copies that keep the days of coupons that the order used without a copy (decisions.md 60). Such a copy has no end of its own, so
 * the offer's end counts until these days outlast it.
 */
const copiesForDays = ({ at: grantedAt, orderNo, coupons }: PromotionsReleased['data']): Copy[] =>
  coupons.flatMap(({ couponId, copyId, extendedTo }): Copy[] =>
    copyId === null && extendedTo !== undefined
      ? [{ copyId: `${couponId}/${orderNo}`, couponId, cause: { kind: 'ORDER', orderNo }, grantedAt, endsAt: null, extendedTo }]
      : [],
  );

/** What the order held returns: from `reserved` where it was released, from `used` where it was complete. */
function afterReturn(wallet: Wallet, event: Extract<WalletEvent, { type: 'PromotionsReleased' | 'PromotionsRestored' }>): Wallet {
  const { orderNo, coupons, credit, outcome } = event.data;
  const before = orderIn(wallet, orderNo);
  const isReleased = event.type === 'PromotionsReleased';
  const from = before?.state === 'redeemed' ? 'used' : 'reserved';
  const returned = withGrants(wallet, credit, (grant, at) => withReturned(grant, credit[at] as (typeof credit)[number], from));
  const prolonged = withCopyEnds(returned, coupons);
  return withOrder({ ...prolonged, copies: [...prolonged.copies, ...copiesForDays(event.data)] }, orderNo, {
    state: isReleased ? 'released' : 'restored',
    stands: outcome === 'RETURNED',
    coupons: (before?.coupons ?? []).filter((use) => !coupons.some((one) => sameUse(one, use))),
    credit: credit.length > 0 ? [] : (before?.credit ?? []),
    returned: coupons.map(({ endsAt: _, extendedTo: __, ...use }) => use),
  });
}

export function evolve(wallet: Wallet, event: Recorded<WalletEvent>): Wallet {
  switch (event.type) {
    case 'CouponGranted': {
      const { at: grantedAt, ...copy } = event.data;
      return { ...wallet, copies: [...wallet.copies, { ...copy, grantedAt }] };
    }
    case 'PromotionsReserved': {
      const { orderNo, coupons, credit } = event.data;
      const spent = withGrants(wallet, credit, (grant, at) => withReserved(grant, credit[at] as CreditPart));
      return withOrder(spent, orderNo, { state: 'reserved', stands: true, coupons, credit });
    }
    case 'PromotionsRedeemed': {
      const { orderNo } = event.data;
      const parts = orderIn(wallet, orderNo)?.credit ?? [];
      const used = withGrants(wallet, parts, (grant, at) => {
        const { amount } = parts[at] as CreditPart;
        return { ...grant, reserved: grant.reserved - amount, used: grant.used + amount };
      });
      return withOrder(used, orderNo, { state: 'redeemed' });
    }
    case 'PromotionsReleased':
    case 'PromotionsRestored':
      return afterReturn(wallet, event);
    case 'OrderNoted':
      return withOrder(wallet, event.data.orderNo, { stands: event.data.stands });
    case 'DeliveryNoted': {
      const { orderNo, ...delivered } = event.data;
      return withOrder(wallet, orderNo, { delivered });
    }
    case 'OrderCounted':
      return withOrder(wallet, event.data.orderNo, { counted: event.data.amount });
    case 'OrderUncounted':
      return withOrder(wallet, event.data.orderNo, { counted: null });
    case 'FoundingNumberReceived':
      return { ...wallet, founding: { number: event.data.number, since: event.data.at } };
    case 'CreditScheduled': {
      const { at: _, ...scheduled } = event.data;
      return { ...wallet, scheduled: [...wallet.scheduled, scheduled] };
    }
    case 'CreditCancelled': {
      const without = withoutScheduled(wallet, event.data);
      const { outcome, grantId } = event.data;
      if (outcome === 'BIRTHDAY_CHANGED') return without;
      const cancelled = { ...without, cancelled: [...wallet.cancelled, grantId] };
      return outcome === 'EARLIER_ACCOUNT' ? { ...cancelled, hadBefore: [...(wallet.hadBefore ?? []), grantId] } : cancelled;
    }
    case 'CreditGranted': {
      const { at: grantedAt, amount, ...granted } = event.data;
      const counts = { left: amount, extended: null, reserved: 0, used: 0, takenBack: 0, deducted: 0, writtenOff: 0 };
      return { ...withoutScheduled(wallet, event.data), grants: [...wallet.grants, { ...granted, grantedAt, value: amount, ...counts }] };
    }
    case 'CreditTakenBack': {
      const { grantId, amount, deducted, writtenOff, recovered } = event.data;
      const cancelled = wallet.cancelled.includes(grantId) ? wallet.cancelled : [...wallet.cancelled, grantId];
      return withGrants({ ...wallet, cancelled }, [event.data], (grant) => ({
        ...withTakenBack(grant, amount),
        deducted: grant.deducted + deducted,
        writtenOff: grant.writtenOff + writtenOff - recovered,
      }));
    }
    case 'CreditProposed': {
      const { at: _, ...proposal } = event.data;
      return { ...wallet, proposals: [...(wallet.proposals ?? []), { ...proposal, verdict: 'OPEN' }] };
    }
    case 'CreditApproved':
      return withVerdict(wallet, event.data.proposalId, 'APPROVED');
    case 'CreditDeclined':
      return withVerdict(wallet, event.data.proposalId, 'DECLINED');
    case 'WalletClosed':
      return { ...wallet, scheduled: [], closedAt: event.data.at };
    default: {
      const _: never = event;
      return wallet;
    }
  }
}

const withVerdict = (wallet: Wallet, proposalId: string, verdict: CreditProposal['verdict']): Wallet => ({
  ...wallet,
  proposals: (wallet.proposals ?? []).map((one) => (one.proposalId === proposalId ? { ...one, verdict } : one)),
});

const withoutScheduled = (wallet: Wallet, { grantId }: Pick<CreditCancelled['data'], 'grantId'>): Wallet => ({
  ...wallet,
  scheduled: wallet.scheduled.filter((one) => one.grantId !== grantId),
});
