import type { PaymentType } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { useClosedNotice } from '../../lib/shop.ts';
import { Clauses } from '../../ui/clauses.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { PageStep } from './flow.ts';
import { headings, INTROS } from './messages.ts';
import { StepsNav } from './steps-nav.tsx';

/** The columns of a step and its summary. An empty cart has no summary and takes the whole page. */
const BESIDE_STEP = 'desk:grid-cols-[minmax(0,1fr)_17rem] desk:gap-x-6 min-[70rem]:grid-cols-[minmax(0,1fr)_22rem] min-[70rem]:gap-x-12';

const headingOf = (step: PageStep, payment: PaymentType): string =>
  step === 'CART' ? headings.cart : step === 'SHIPPING' ? headings.shipping : payment === 'COD' ? headings.payCod : headings.pay;

/**
 * The parts that every step has in the same place: the list of steps, the heading with its introduction, and the space
 * for the summary. The server renders it too. It is as high as the screen, so the footer does not move while a step loads.
 * The summary begins beside the heading, so that the screen of a laptop shows the total.
 */
export function CheckoutFrame({
  step,
  payment = 'CREDIT',
  notice,
  top,
  side,
  bar,
  children,
}: {
  step: PageStep;
  payment?: PaymentType;
  /** between the heading and the step */
  notice?: ReactNode;
  /** above the step on a phone, above the summary on a computer; one place in the page, so that it keeps its state when the width changes */
  top?: ReactNode;
  side?: ReactNode;
  bar?: ReactNode;
  children: ReactNode;
}) {
  const closed = useClosedNotice();
  return (
    <div className="page group/frame flex min-h-dvh flex-col pt-6 pb-2">
      <StepsNav current={step} />
      <div
        className={`mt-6 mb-8 grid grid-cols-[minmax(0,1fr)] gap-y-8 desk:grid-rows-[auto_1fr_auto] desk:gap-y-4 ${side ? BESIDE_STEP : ''}`}
      >
        <div className="max-desk:-mb-4 desk:row-span-2">
          <h1 className="mb-2 text-h2">{headingOf(step, payment)}</h1>
          <p className="measure text-ink-2">
            <Clauses of={INTROS[step]} />
          </p>
          {closed && step !== 'CART' && (
            <p className="num measure mt-2 font-semibold">
              <Clauses of={closed} />
            </p>
          )}
          {notice}
        </div>
        {top && <div className="min-w-0 desk:col-start-2">{top}</div>}
        <div className="grid min-w-0 content-start gap-8 desk:row-start-3">{children}</div>
        {side && (
          <div className="max-desk:group-has-data-step-loading/frame:hidden desk:col-start-2 desk:row-[2/4]">
            <div className="flex flex-col gap-4 desk:sticky desk:top-24 high:max-h-[calc(100dvh-7rem)]">{side}</div>
          </div>
        )}
      </div>
      {bar}
    </div>
  );
}

/**
 * Shown while a step's data or code loads. It is higher than any step, so that the browser can restore the scroll position. What stands
 * below a step is not there meanwhile: at the end of a page it would be seen to move when the step comes.
 */
export const StepLoading = () => (
  <Loading label="結帳頁載入中">
    <div data-step-loading className="grid min-h-[250dvh] content-start gap-4 noscript:hidden">
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} className="h-24" />
      ))}
    </div>
  </Loading>
);
