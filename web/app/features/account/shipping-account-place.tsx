import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';

const ShippingAccount = lazyPart(() => import('./shipping-account.tsx').then((module) => module.ShippingAccount));

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
