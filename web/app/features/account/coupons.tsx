import type { UsedCouponRow } from '@nordhaut/contracts';
import { Ticket } from 'lucide';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CouponCard } from '../promotions/coupon-card.tsx';
import { TYPE_LABELS } from '../promotions/messages.ts';
import { headings } from './messages.ts';
import { type Promotions, usePromotions } from './use-promotions.ts';
import { VoucherTable } from './voucher-table.tsx';

/** The member's coupons, the ones that orders used, and the shopping credit of the past year. */
export function CouponsPage({ first }: { first: Promotions }) {
  const {
    own: { coupons, used },
    credit,
  } = usePromotions(first);
  return (
    <>
      <section aria-labelledby="own-coupons" className="grid gap-4">
        <h2 id="own-coupons" className="text-h3">
          {headings.ownCoupons}
        </h2>
        {coupons.length === 0 ? (
          <EmptyCoupons />
        ) : (
          <ul className="grid gap-3 min-[70rem]:grid-cols-2">
            {coupons.map((coupon) => (
              <CouponCard key={coupon.uid} coupon={coupon} />
            ))}
          </ul>
        )}
      </section>
      {used.length > 0 && <UsedCoupons used={used} />}
      <VoucherTable credit={credit} />
    </>
  );
}

const EmptyCoupons = () => (
  <div className="grid justify-items-center gap-3 rounded-3 border border-line bg-surface px-6 py-10 text-center">
    <Icon of={Ticket} size={36} className="text-ink-3" />
    <p className="font-semibold">{headings.emptyCoupons}</p>
    <p className="text-ink-2">獲得的優惠券會顯示在這裡，結帳時即可選用。</p>
    <LinkButton to="/product" look="line">
      逛逛系列商品
    </LinkButton>
  </div>
);

/** Coupons as the orders used them; a later change of a coupon does not change them. */
function UsedCoupons({ used }: { used: readonly UsedCouponRow[] }) {
  return (
    <section aria-labelledby="used-coupons" className="grid gap-4">
      <h2 id="used-coupons" className="text-h3">
        {headings.usedCoupons}
      </h2>
      <ul className="rounded-3 border border-line bg-surface px-4">
        {used.map(({ orderNo, couponId, type, name, usedAt, returned }) => (
          <li
            key={`${orderNo}-${couponId}`}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 last:border-0"
          >
            <p className="min-w-0">
              <Badge>{TYPE_LABELS[type]}</Badge> <span className="font-semibold">{name}</span>{' '}
              {returned && <Badge look="soft">已退還</Badge>}
              <span className="num ms-2 text-sm text-ink-3">{formatDate(usedAt)} 使用</span>
            </p>
            <Link to={`/member/order?order_number=${orderNo}`} className="link num inline-flex min-h-11 items-center text-sm">
              訂單 {orderNo}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
