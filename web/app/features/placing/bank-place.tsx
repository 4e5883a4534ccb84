import { type ComponentType, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../checkout/session.ts';

type Notice = ComponentType<{ active: boolean }>;
const load = (): Promise<Notice> => import('./bank-notice.tsx').then((module) => module.BankNotice);
const LateNotice = lazyPart(load);
let known: Notice | undefined;

/** Loads the code before the page shows the checkout, so that nothing moves later. Where it fails, the page shows the checkout without it. */
export const readBankNotice = (): Promise<unknown> =>
  load().then(
    (notice) => {
      known = notice;
    },
    () => undefined,
  );

/** The place of the order that this tab left at the bank. Few checkouts have one, so its code is loaded for those only. */
export function BankPlace({ active }: { active: boolean }) {
  const waits = useSession(({ atBank }) => atBank !== undefined);
  const [Shown, setShown] = useState<Notice | undefined>(() => (waits ? (known ?? LateNotice) : undefined));
  if (waits && !Shown) setShown(() => known ?? LateNotice);
  return (
    Shown && (
      <Suspense fallback={waits && <div className="min-h-[17.5rem] desk:min-h-52" />}>
        <Shown active={active} />
      </Suspense>
    )
  );
}
