import { consumerRole, PoisonEvent } from '@nordhaut/platform/bus';
import type { Migration } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { Role } from '@nordhaut/platform/role';
import type { Rewards } from './grant-rewards.ts';
import type { CouponRow } from './projections/coupons.ts';
import { membersWithout } from './projections/wallets.ts';
import { forAllWithout } from './for-all-without.ts';
import { reached } from './reached.ts';
import type { CouponChanged, CouponDefined } from './stock-events.ts';
import { COUPON_CATEGORY, couponIdOf } from './stream.ts';
import type { GrantCoupon } from './wallet.decide.ts';
import { copyOf, GIVEN_BY, type GivingCause } from './welcome.ts';

export const CONSUMER = 'coupons-for-all';

/**
 * The consumer continues where the rewards are, which gave these coupons in the releases before. What a process of such a release
 * does meanwhile is done twice, and a wallet takes one copy. The streams are read after the position: a stream is held before the
 * position moves behind its event.
 */
export const couponsForAllMigrations: Migration[] = [
  {
    name: 'promotions/007-coupons-for-all',
    expand: true,
    sql: `
      insert into bus_positions (consumer, position)
        select '${CONSUMER}', position from bus_positions where consumer = 'rewards' on conflict do nothing;
      insert into bus_held (consumer, stream, revision, event_id, type, reason, held_at, cause)
        select '${CONSUMER}', stream, revision, event_id, type, reason, held_at, cause from bus_held
        where consumer = 'rewards' and stream like '${COUPON_CATEGORY}-%' on conflict do nothing`,
  },
];

/**
 * A coupon for new or invited members: everybody who is one already gets a copy as well, once. 300,000 members need 300,000 commands,
 * and the rewards would wait until the last one, so the coupon is no event of theirs. A process that ends leaves the others to the next
 * one, which begins at the same event and finds who lacks a copy. The coupon is read again before each page of members, so ending it, or
 * taking it from all members, also stops its copies.
 */
export function couponsForAllRole(engine: Engine, rewards: Pick<Rewards, 'send'>): Role {
  const { pool, clock, projector } = engine;

  /**
   * The copy that the coupon gives by now; undefined: none. The position of the read model does not say that each row is up to date: one
   * that cannot be folded stays as it is, and the table may have been replaced since. @throws PoisonEvent: this coupon waits
   */
  async function copyNow({ stream, position }: DecodedEvent, kind: GivingCause): Promise<GrantCoupon | undefined> {
    const couponId = couponIdOf(stream);
    const { rows } = await pool.query<Pick<CouponRow, 'position' | 'ended_at' | 'definition'>>(
      'select position, ended_at, definition from coupons where coupon_id = $1',
      [couponId],
    );
    const [row] = rows;
    if (!row || row.position < position) throw new PoisonEvent(new Error('the read model coupons lacks the event'));
    const { coupon_super: given } = row.definition;
    const gives = row.ended_at === null && given !== null && GIVEN_BY[given] === kind;
    return gives ? copyOf(couponId, row.definition, kind, clock().toISOString()) : undefined;
  }

  async function give(event: DecodedEvent<CouponDefined | CouponChanged>, lost?: AbortSignal): Promise<void> {
    const { id, position, metadata } = event;
    const { definition } = event.data;
    const kind = definition.coupon_super === null ? undefined : GIVEN_BY[definition.coupon_super];
    if (kind === undefined) return;
    for (const projection of ['coupons', 'wallets']) await reached(projector, projection, position);
    const mark = kind === 'REGISTERED' ? 'registered' : 'invited';
    const because = { eventId: id, correlationId: metadata.correlationId };
    let copies: GrantCoupon[] = [];
    await forAllWithout(
      async (last, most) => {
        const copy = await copyNow(event, kind);
        copies = copy ? [copy] : [];
        return copy ? membersWithout(pool, mark, copy.copyId, last, most) : [];
      },
      (memberId) => rewards.send(memberId, copies, because),
      lost,
    );
  }

  return consumerRole(
    engine,
    {
      name: CONSUMER,
      filter: { categories: [COUPON_CATEGORY], types: ['CouponDefined', 'CouponChanged'] },
      // A process that ends does no coupon again whose copies are given.
      batch: 1,
      async handler(events, lost) {
        for (const event of events) await give(asEvent<CouponDefined | CouponChanged>(event), lost);
      },
    },
    'new coupons do not reach those who are members already: the consumer waits at an event that it cannot read, or for the store (the log names it)',
  );
}
