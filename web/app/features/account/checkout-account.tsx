import { useState } from 'react';
import { askedPart } from '../../lib/asked-part.ts';
import { isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { Button } from '../../ui/button.tsx';
import { Clauses } from '../../ui/clauses.tsx';
import { useLeaving } from './use-leaving.ts';

const CheckoutSignIn = askedPart(() => import('./checkout-sign-in.tsx').then((module) => module.CheckoutSignIn));
/** It needs no network: the page of a member has loaded this code. */
const signOut = () => import('./session.ts').then((module) => module.signOut());

type Props = { step: string; email: string };

/** Who buys: a visitor may sign in without leaving the checkout; cart and typed fields stay. */
export function CheckoutAccount({ step, email }: Props) {
  const { status, member } = useMember();
  const [open, setOpen] = useState(false);
  const { leaving, text, go } = useLeaving(signOut);
  const box = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-3 border border-line bg-surface p-5';
  // The cookie tells before the answer which box it will be, so that nothing moves.
  if (member || (status === 'unknown' && isMarkedSignedIn()))
    return (
      <section aria-label="會員" className={box}>
        <div className="flex items-center justify-between gap-x-4">
          <p className="min-w-0 grow">
            <span className="block truncate">
              <strong>{member?.user_name}</strong>
              {member && '，您好'}&nbsp;
            </span>
            <span className="block truncate text-sm text-ink-2">{member?.user_email}&nbsp;</span>
          </p>
          <button type="button" className="link min-h-11 min-w-11 shrink-0 text-sm" aria-busy={leaving || undefined} onClick={go}>
            {text}
          </button>
        </div>
      </section>
    );
  return (
    <section aria-label="會員登入" className={box}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 grow basis-40">
          <strong>已經是會員？</strong>
          <span className="block text-sm text-ink-2">
            <Clauses of="登入享會員價，或以訪客身分繼續結帳。" />
          </span>
        </p>
        <Button look="line" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '登入'}
        </Button>
      </div>
      {open && <CheckoutSignIn step={step} email={email} onClose={() => setOpen(false)} />}
    </section>
  );
}
