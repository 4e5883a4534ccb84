import { lazy, Suspense, useEffect, useState } from 'react';
import type * as ShippingParts from './shipping-account.tsx';

let parts: typeof ShippingParts | undefined;
const load = () => import('./shipping-account.tsx').then((module) => (parts = module));
const ShippingAccount = lazy(() => load().then((module) => ({ default: module.ShippingAccount })));

const FIRST = ['pointerdown', 'keydown', 'input'] as const;

/** Registration or remembering, under the shipping form. Its code is loaded when the visitor begins to fill in the form. */
export function ShippingAccountPlace() {
  const [begun, setBegun] = useState(parts !== undefined);
  useEffect(() => {
    const begin = () => setBegun(true);
    for (const kind of FIRST) addEventListener(kind, begin, { once: true, passive: true });
    return () => {
      for (const kind of FIRST) removeEventListener(kind, begin);
    };
  }, []);
  return begun ? (
    <Suspense>
      <ShippingAccount />
    </Suspense>
  ) : null;
}

/** What the registration lacks; undefined where it is not shown. */
export function accountProblem(): { fieldId: string; message: string } | undefined {
  const message = parts?.registerBoxProblem();
  return message === undefined ? undefined : { fieldId: 'ship-password', message };
}

/** The registration, or the address that a member keeps. Neither stops the checkout. */
export async function settleAccount(): Promise<void> {
  await parts?.registerFromShipping();
  void parts?.rememberRecipient();
}
