import { lazy, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadRouteCode, onCodeMissing } from '../../lib/route-code.ts';
import { loadDistricts } from './areas.ts';
import { type Step, stepPath } from './flow.ts';

const shippingStep = () => import('./shipping-step.tsx').then((module) => ({ default: module.ShippingStep }));
const payStep = () => import('./pay-step.tsx').then((module) => ({ default: module.PayStep }));

// Each step brings its own code: what the cart shows waits for no form.
export const ShippingStep = lazy(shippingStep);
export const PayStep = lazy(payStep);

type Shown = Exclude<Step, 'RESULT'>;
/** The script of what follows a step. */
const CODE_AFTER: Record<Shown, () => Promise<unknown>> = {
  CART: shippingStep,
  SHIPPING: payStep,
  PAY: () => loadRouteCode('/result'),
};
const NEXT: Record<Shown, Step> = { CART: 'SHIPPING', SHIPPING: 'PAY', PAY: 'RESULT' };

/** ms after a step is shown, for it to be painted and usable first */
const CALM = 300;

/**
 * The way to the step after `step`. Its code is fetched while this one is read, so that going on needs no network;
 * where it cannot be had, this step stays as it is and the reason is said. The result's comes while the order is sent:
 * before that many leave for the bank, and `/result` is loaded anew when they come back.
 */
export function useNextStep(step: Shown, sending: boolean): { go: () => void; action: { busy?: true; busyText?: string } } {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (step === 'PAY' && !sending) return;
    const load = (): void => {
      // What fails here is tried again, and told, when it is needed.
      CODE_AFTER[step]().catch(() => undefined);
      if (step === 'CART') loadDistricts().catch(() => undefined);
    };
    // Loaded anew at the form, the page has most of its budget behind it: the rest comes once somebody is in the form.
    const untouched = step === 'SHIPPING' && document.activeElement === document.body;
    if (untouched) document.addEventListener('focusin', load, { once: true });
    const timer = untouched ? undefined : setTimeout(load, sending ? 0 : CALM);
    return () => {
      document.removeEventListener('focusin', load);
      clearTimeout(timer);
    };
  }, [step, sending]);

  async function go(): Promise<void> {
    const href = stepPath(NEXT[step]);
    setWaiting(true);
    try {
      await CODE_AFTER[step]();
      void navigate(href);
    } catch {
      await onCodeMissing(href);
    }
    setWaiting(false);
  }
  return { go: () => void go(), action: waiting ? { busy: true, busyText: '載入中…' } : {} };
}
