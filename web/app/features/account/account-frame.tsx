import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { headings } from './messages.ts';
import { signOut } from './session.ts';
import { useLeaving } from './use-leaving.ts';

/** A narrow page with one form. Its least height keeps the footer out of the first screen while the content comes. */
export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <div className="page flex min-h-dvh flex-col pt-8 desk:pt-14">
      <div className="mx-auto grid w-full max-w-md gap-6">
        <div className="grid gap-2">
          <h1 className="text-h2">{title}</h1>
          {intro && <p className="break-keep text-ink-2">{intro}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** In place of a form for visitors, where a member opens it. The message also appears as a toast, as specified. */
export function AlreadySignedIn({ message, to, toText }: { message: string; to: string; toText: string }) {
  const name = useMember(({ member }) => member?.user_name);
  const { leaving, text, go } = useLeaving(signOut);
  useEffect(() => toast(message, 'error'), [message]);
  return (
    <div className="grid gap-4 rounded-3 border border-line bg-surface p-6">
      <h2 className="text-h3">{headings.signedIn}</h2>
      <p className="text-ink-2">
        {name && <>{name}，您好。</>}
        {message}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={to}>{toText}</LinkButton>
        <Button look="line" busy={leaving} onClick={go}>
          {text}
        </Button>
      </div>
    </div>
  );
}

/** Leads a member from a form for visitors to the home page. The message stays there as a toast (spec/2-accounts-and-members §4). */
export function SignedInToHome({ message }: { message: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast(message, 'error');
    void navigate('/', { replace: true });
  }, [message, navigate]);
  return null;
}

/** A failure that belongs to the whole form; screen readers read it at once. Without a message it takes no room, also in a grid. */
export function FormAlert({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="contents">
      {message && <p className="rounded-2 border border-danger bg-danger-soft px-4 py-3 text-danger">{message}</p>}
    </div>
  );
}
