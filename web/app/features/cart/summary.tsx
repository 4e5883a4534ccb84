import { type DeliveryType, FREE_SHIPPING_FROM, formatMoney, type Quote } from '@nordhaut/contracts';
import { Truck } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusRegion } from '../../ui/status-region.tsx';
import { STEP_FORM } from '../checkout/flow.ts';
import { DELIVERY_LABELS, headings } from '../checkout/messages.ts';
import type { CartPrice } from './cart-price.ts';

export type MainAction = { text: string; busy: boolean; busyText: string };

/** The main button of a step; submits the step's form. */
function MainButton({ action, className = '' }: { action: MainAction; className?: string }) {
  const { text, busy, busyText } = action;
  return (
    <Button type="submit" form={STEP_FORM} busy={busy} busyText={busyText} className={`num ${className}`}>
      {text}
    </Button>
  );
}

/** `cause`: why the amount is what it is */
function Row({ label, cause, children }: { label: ReactNode; cause?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-ink-2">
        {label}
        {cause && <span className="num block text-xs break-keep text-ink-3">{cause}</span>}
      </dt>
      <dd className="num text-end whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** The amounts that make up the total. */
function PriceRows({ quote, delivery }: { quote: Quote; delivery: DeliveryType }) {
  return (
    <dl className="grid gap-2">
      <Row label="商品小計">{formatMoney(quote.subtotal)}</Row>
      {quote.discounts.map(({ couponId, name, amount }, place) => (
        <Row key={couponId} label={name} cause={quote.causes?.discounts[place]}>
          −{formatMoney(amount)}
        </Row>
      ))}
      <Row label={`運費（${DELIVERY_LABELS[delivery]}）`} cause={quote.shippingFee > 0 ? quote.causes?.shippingFee : undefined}>
        {quote.shippingFee === 0 ? '免運費' : formatMoney(quote.shippingFee)}
      </Row>
      {quote.vouchers > 0 && (
        <Row label="購物金折抵" cause={quote.causes?.vouchers}>
          −{formatMoney(quote.vouchers)}
        </Row>
      )}
    </dl>
  );
}

/** The amount that is missing for free shipping. */
function FreeShipping({ quote, delivery }: { quote: Quote; delivery: DeliveryType }) {
  const { missingForFreeShipping: missing } = quote;
  const share = Math.max(0, 1 - missing / FREE_SHIPPING_FROM[delivery]);
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-2">
        <Icon of={Truck} size={18} className="shrink-0 text-brand" />
        {missing > 0 ? (
          <span>
            再買 <strong className="num">{formatMoney(missing)}</strong> 即可免運費
          </span>
        ) : (
          <span>已達免運門檻，免運費</span>
        )}
      </p>
      <div aria-hidden className="h-1.5 overflow-clip rounded-full bg-sunken">
        <div className="h-full origin-left bg-brand transition-transform" style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  );
}

/** The total; screen readers announce each change. */
function Total({ price, className = '' }: { price: CartPrice; className?: string }) {
  const { quote, busy } = price;
  return (
    <StatusRegion className={className}>
      <span className="sr-only">合計 </span>
      {quote ? (
        <span className={`num transition-opacity ${busy ? 'opacity-50' : ''}`}>{formatMoney(quote.price)}</span>
      ) : (
        <span aria-hidden>—</span>
      )}
    </StatusRegion>
  );
}

/** The height of the rows and the line about free shipping, which the last step does not have. */
const RowsSkeleton = ({ isLast }: { isLast: boolean }) => (
  <>
    <div className="grid gap-2">
      <Skeleton className="h-7" />
      <Skeleton className="h-7" />
    </div>
    {!isLast && <Skeleton className="h-[2.40625rem]" />}
  </>
);

/** The panel while the cart loads; hidden on a phone, where the panel comes below the step. */
export const SummarySkeleton = ({ isLast }: { isLast: boolean }) => (
  <div className="grid gap-4 rounded-3 border border-line bg-surface p-6 max-desk:hidden">
    <RowsSkeleton isLast={isLast} />
    <Skeleton className="h-28" />
  </div>
);

/** `isLast`: nothing can be added any more */
type Props = { price: CartPrice; delivery: DeliveryType; action: MainAction | undefined; isLast: boolean };

/** The price and, on a computer, the step's main button. */
export function SummaryPanel({ price, delivery, action, isLast }: Props) {
  const { quote, failure, again } = price;
  return (
    <section aria-labelledby="summary-heading" className="grid shrink-0 gap-4 rounded-3 border border-line bg-surface p-6">
      <h2 id="summary-heading" className="text-h3">
        {headings.summary}
      </h2>
      {quote ? <PriceRows quote={quote} delivery={delivery} /> : !failure && <RowsSkeleton isLast={isLast} />}
      {quote && !isLast && <FreeShipping quote={quote} delivery={delivery} />}
      {failure &&
        (failure.retryable ? (
          <RetryPanel title="無法計算金額" message={failure.message} onRetry={again} offline={failure.code === 'OFFLINE'} />
        ) : (
          <p role="alert" className="text-danger">
            {failure.message}
          </p>
        ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span aria-hidden className="font-semibold">
          合計
        </span>
        {action ? (
          <Total price={price} className="text-xl font-semibold" />
        ) : (
          <span className="num text-xl font-semibold">{quote ? formatMoney(quote.price) : '—'}</span>
        )}
      </div>
      <p className="text-sm text-ink-3">售價已含 5% 營業稅</p>
      {action && <MainButton action={action} className="w-full" />}
    </section>
  );
}

/** On a phone, the total and the main button stay at the bottom of the screen. */
export function BottomBar({ price, action }: { price: CartPrice; action: MainAction }) {
  return (
    <div className="sticky bottom-[var(--banner,0px)] z-30 -mx-[clamp(1rem,4vw,3.5rem)] mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface px-[clamp(1rem,4vw,3.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-2">
      <div className="min-w-[5.5em]">
        <p aria-hidden className="text-xs text-ink-3">
          合計
        </p>
        <Total price={price} className="text-xl leading-tight font-semibold" />
      </div>
      <MainButton action={action} className="grow basis-40 px-3!" />
    </div>
  );
}
