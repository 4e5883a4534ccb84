import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../checkout/session.ts';

const BankNotice = lazyPart(() => import('./bank-notice.tsx').then((module) => module.BankNotice));

/** The place of the order that this tab left at the bank. Few checkouts have one, so its code is loaded for those only. */
export function BankPlace({ active }: { active: boolean }) {
  const waits = useSession(({ atBank }) => atBank !== undefined);
  const [had, setHad] = useState(waits);
  if (waits && !had) setHad(true);
  return had ? (
    <Suspense fallback={waits && <div className="min-h-[17.5rem] desk:min-h-52" />}>
      <BankNotice active={active} />
    </Suspense>
  ) : null;
}
