import type { Quote } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { OrderLine } from '../../ui/order-line.tsx';
import { LinePicture } from '../cart/cart-table.tsx';
import { stepPath } from '../checkout/flow.ts';
import { DELIVERY_LABELS, headings } from '../checkout/messages.ts';
import type { ShippingFields } from '../checkout/fields.ts';
import type { ShippingChoice } from '../shipping/shipping-form.ts';
import { reviewTexts } from './review-texts.ts';

const SIZE = 'size-20 desk:size-12';

/** The lines of the order and its gifts: on a phone above the form, on a computer small beside it, below the summary. */
export function OrderLines({ quote, gifts = true, className = '' }: { quote: Quote; gifts?: boolean; className?: string }) {
  return (
    <section aria-labelledby="lines-heading" className={`grid gap-2 ${className}`}>
      <div className="flex items-center justify-between gap-4">
        <h2 id="lines-heading" className="text-h3">
          {headings.lines}
        </h2>
        <Link to={stepPath('CART')} className="link inline-flex min-h-11 min-w-11 items-center justify-end">
          修改<span className="sr-only">商品</span>
        </Link>
      </div>
      <ul className="border-t border-line desk:[&>li]:gap-3 desk:[&>li]:py-1.5 desk:[&>li:last-child]:border-0">
        {quote.products.map((line) => (
          <OrderLine
            key={`${line.productId}-${line.tier}`}
            line={line}
            picture={<LinePicture image={line.image} tone={undefined} size={SIZE} />}
          />
        ))}
        {gifts &&
          quote.gifts.map(({ productId, nameZh, image, quantity, couponId }, place) => (
            <li key={`gift-${productId}-${couponId}`} className="flex flex-wrap items-center gap-x-4 border-b border-line py-3">
              <LinePicture image={image} tone={undefined} size="size-20 desk:size-10" />
              <div className="min-w-0 flex-[1_1_5rem] desk:text-sm">
                <p className="break-keep">{nameZh}</p>
                <p className="num text-sm text-ink-2">
                  <Badge look="soft">{couponId === null ? '隨單試用品' : '贈品'}</Badge> × {quantity}
                </p>
                {couponId !== null && quote.causes?.gifts[place] && <p className="text-sm text-ink-2">{quote.causes.gifts[place]}</p>}
              </div>
              <p className="ms-auto desk:text-sm">免費</p>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The recipient and the delivery, to check before payment. */
export function ShippingReview({ fields, choice, free }: { fields: ShippingFields; choice: ShippingChoice; free: boolean }) {
  const { delivery, payment, store } = choice;
  const { name, phone, email, place } = reviewTexts(fields, choice);
  return (
    <section aria-labelledby="shipping-heading" className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id="shipping-heading" className="text-h3">
          {headings.shipping}
        </h2>
        <Link to={stepPath('SHIPPING')} className="link inline-flex min-h-11 min-w-11 items-center justify-end">
          修改<span className="sr-only">付款與配送</span>
        </Link>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-3 border border-line bg-surface p-4">
        <dt className="text-ink-2">付款</dt>
        <dd>{free ? '購物金全額折抵' : payment === 'COD' ? '貨到付款' : '信用卡'}</dd>
        <dt className="text-ink-2">配送</dt>
        <dd>
          {DELIVERY_LABELS[delivery]}
          {delivery === 'CVS' && store && `（${store.LogisticsSubType === 'FAMIC2C' ? '全家' : '7-11'}）`}
        </dd>
        <dt className="text-ink-2">收件人</dt>
        <dd>{name}</dd>
        <dt className="text-ink-2">手機</dt>
        <dd className="num">{phone}</dd>
        {email && (
          <>
            <dt className="text-ink-2">電子郵件</dt>
            <dd>{email}</dd>
          </>
        )}
        <dt className="text-ink-2">{delivery === 'CVS' ? '門市' : '地址'}</dt>
        <dd>{place}</dd>
      </dl>
    </section>
  );
}
