import type { CampaignCoupon } from '@nordhaut/contracts';
import type { CouponBook } from './coupon-book.ts';
import type { CouponScope } from './definition.ts';

const BY: Readonly<Record<CouponScope, CampaignCoupon['by']>> = { ALL: 'CODE', MEMBER: 'MEMBER', SYSTEM: 'SHOP' };

/**
 * What a campaign's page says of its coupon (spec/1-catalogue-and-content §3): null where nobody can use it at `at`. The code is
 * told only where it is meant to be typed.
 */
export const campaignCoupon =
  ({ read }: { read(): Promise<CouponBook> }) =>
  async (uid: string, at: Date): Promise<CampaignCoupon | null> => {
    const { coupons, left } = await read();
    const coupon = coupons.find((known) => known.uid === uid);
    if (!coupon || left.get(coupon.couponId) === 0) return null;
    const now = at.getTime() / 1_000;
    if (now < (coupon.start ?? 0) || now >= (coupon.end ?? Infinity)) return null;
    const { name, desc, scope } = coupon;
    return { name, desc, by: BY[scope], code: scope === 'ALL' ? coupon.uid : null };
  };
