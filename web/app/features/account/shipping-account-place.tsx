import { lazy, Suspense, useEffect, useState } from 'react';

const ShippingAccount = lazy(() => import('./shipping-account.tsx').then((module) => ({ default: module.ShippingAccount })));

const FIELD = 'main :is(input, select, textarea)';

/** Registration or remembering, under the shipping form. Its code is loaded when the visitor begins to fill in the form. */
export function ShippingAccountPlace() {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    // Not on any press: what appears then could move the link under the finger.
    const begin = ({ target }: { target: EventTarget | null }) => target instanceof Element && target.matches(FIELD) && setBegun(true);
    // The visitor may have begun before this code came.
    begin({ target: document.activeElement });
    addEventListener('focusin', begin);
    addEventListener('input', begin);
    return () => {
      removeEventListener('focusin', begin);
      removeEventListener('input', begin);
    };
  }, []);
  return begun ? (
    <Suspense>
      <ShippingAccount />
    </Suspense>
  ) : null;
}
