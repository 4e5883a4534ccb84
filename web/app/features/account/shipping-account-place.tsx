import { lazy, Suspense, useEffect, useState } from 'react';

const ShippingAccount = lazy(() => import('./shipping-account.tsx').then((module) => ({ default: module.ShippingAccount })));

const FIELD = 'main :is(input, select, textarea)';

/** Registration or remembering, under the shipping form. Its code is loaded when the visitor begins to fill in the form. */
export function ShippingAccountPlace() {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    // Not on any press: what appears then could move the link under the finger.
    const begin = ({ target }: Event) => target instanceof Element && target.matches(FIELD) && setBegun(true);
    addEventListener('focusin', begin);
    return () => removeEventListener('focusin', begin);
  }, []);
  return begun ? (
    <Suspense>
      <ShippingAccount />
    </Suspense>
  ) : null;
}
