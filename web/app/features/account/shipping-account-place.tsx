import { lazy, Suspense, useEffect, useState } from 'react';

const ShippingAccount = lazy(() => import('./shipping-account.tsx').then((module) => ({ default: module.ShippingAccount })));

const FIRST = ['pointerdown', 'keydown', 'input'] as const;

/** Registration or remembering, under the shipping form. Its code is loaded when the visitor begins to fill in the form. */
export function ShippingAccountPlace() {
  const [begun, setBegun] = useState(false);
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
