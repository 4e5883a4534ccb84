import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { EMPTY_SHIPPING } from '../checkout/fields.ts';
import { useSession } from '../checkout/session.ts';

const ShippingAccount = lazyPart(() => import('./shipping-account.tsx').then((module) => module.ShippingAccount));

const FIELD = 'main :is(input, select, textarea)';

/**
 * Who comes back from the store map, from the next step or after a reload has filled in fields and may go on without touching any. Who
 * wants no account misses nothing.
 */
function comesBack(): boolean {
  const { fields, register } = useSession.getState();
  const names = Object.keys(EMPTY_SHIPPING) as (keyof typeof EMPTY_SHIPPING)[];
  return register !== false && names.some((name) => fields[name] !== EMPTY_SHIPPING[name]);
}

/**
 * Registration or remembering, under the shipping form. Its code is loaded when the visitor begins to fill in the form, and at once for a
 * member, whose saved address it fills in.
 */
export function ShippingAccountPlace() {
  const [begun, setBegun] = useState(() => isMarkedSignedIn() || comesBack());
  const isMember = useMember(({ status }) => status === 'member');
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
  return begun || isMember ? (
    <Suspense>
      <ShippingAccount />
    </Suspense>
  ) : null;
}
