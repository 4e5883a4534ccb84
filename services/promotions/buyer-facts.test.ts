import type { Recorded } from '@nordhaut/platform/decider';
import type { Commands } from '@nordhaut/platform/envelope';
import { expect, test } from 'vitest';
import { buyerFacts } from './buyer-facts.ts';
import type { Coupon } from './definition.ts';
import { copyEnd } from './engine/coupon-state.ts';
import { walletStream } from './stream.ts';
import { coupon, DAY, NOW } from './testing/fixtures.ts';
import { emptyWallet, evolve } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import type { WalletEvent } from './wallet-events.ts';

const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const granted = {
  type: 'CouponGranted' as const,
  data: { at: at(0), copyId: '7/CODE', couponId: '7', cause: { kind: 'CODE' as const }, endsAt: at(90) },
};
/** The shop failed on the copy's last day. */
const restored: WalletEvent = {
  type: 'PromotionsReleased',
  data: { at: at(89), orderNo: 'N', outcome: 'SHOP_FAILED', coupons: [{ couponId: '7', copyId: '7/CODE', endsAt: at(96) }], credit: [] },
};
const unbounded: WalletEvent = { type: 'CouponGranted', data: { ...granted.data, endsAt: null } };
/** A lost parcel, 28 days after the copy was granted, by the rule of the wallet. */
const failed = (before: WalletEvent): WalletEvent[] => {
  const reserved: WalletEvent = {
    type: 'PromotionsReserved',
    data: { at: at(1), orderNo: 'N', coupons: [{ couponId: '7', copyId: '7/CODE' }], credit: [] },
  };
  const wallet = [before, reserved].reduce((state, event) => evolve(state, event as Recorded<WalletEvent>), emptyWallet);
  const back = walletDecider.decide({ type: 'GiveBack', at: at(28), orderNo: 'N', outcome: 'SHOP_FAILED' }, wallet);
  return [before, reserved, ...(back.ok ? back.events : [])];
};

/** The day at which a price sees the end of the member's copy. */
async function endOf(known: Coupon, events: WalletEvent[]): Promise<number> {
  const wallet = events.reduce((state, event) => evolve(state, event as Recorded<WalletEvent>), emptyWallet);
  const load = (stream: string) => Promise.resolve({ state: stream === walletStream('m') ? wallet : null });
  const facts = await buyerFacts({
    commands: { load } as unknown as Commands,
    book: { read: () => Promise.resolve({ coupons: [known], left: new Map() }) } as never,
    lastOrderAt: () => Promise.resolve(null),
    gift: () => undefined,
    timers: { find: () => Promise.resolve(undefined) },
    attempts: undefined,
    phoneAsks: undefined,
    visitorKey: (visitor) => visitor,
    phoneKey: (phone) => phone,
  })({ memberId: 'm', at: NOW, payment: null });
  const [copy] = facts?.promotions.member?.copies ?? [];
  if (!copy) throw new Error('the member has no copy');
  return (copyEnd(known, copy) - NOW) / DAY;
}
/** `period`, `offer`: days */
const defined = (period: number | null, offer: number | null): Coupon =>
  coupon({
    coupon_id: 7,
    coupon_scope: 'MEMBER',
    coupon_period: period === null ? null : period * 86_400,
    coupon_exp: offer === null ? null : NOW / 1_000 + offer * 86_400,
  });

test.each([
  ['the period of its grant', defined(90, null), [granted], 90],
  ['the end of the offer', defined(90, 30), [granted], 30],
  ['the end of the offer, also where the period is shorter since', defined(60, 30), [granted], 30],
  ['the end of the offer, also where the period was removed since', defined(null, 30), [granted], 30],
  ['the period of its grant, also where it is longer since', defined(120, null), [granted], 90],
  ['the end of the restore, also after the offer (decisions.md 60)', defined(90, 30), [granted, restored], 96],
  ['the end of the restore, also where the period is longer since', defined(120, 30), [granted, restored], 96],
  ['seven days after the shop failed, where the offer ended before and it has no period', defined(null, 30), failed(unbounded), 35],
  ['seven days after the shop failed, where the offer ended before its period', defined(90, 30), failed(granted), 35],
  ['the end of the offer, where that is later', defined(null, 60), failed(unbounded), 60],
])('a copy ends with %s (decisions.md 27)', async (_, known, events, days) => {
  expect(await endOf(known, events)).toBe(days);
});
