import { type Member, requiredMessage, StateAnswer } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { FormAlert } from './account-frame.tsx';
import { LABELS, onlyFound } from './form-rules.ts';
import { messages } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import { SignInAnew } from './sign-in-anew.tsx';
import { useFields } from './use-fields.ts';

type Props = {
  member: Member;
  /** what the button does, for example 連結 LINE */
  action: string;
  busyText: string;
  look?: ButtonLook;
  /** the page to which a new sign-in leads back */
  back: string;
  /** the change itself */
  perform: () => Promise<void>;
  onClose: () => void;
};

/**
 * Asks in place for what a change of the ways to sign in needs: the password, or without one a sign-in of the last minutes
 * (infra/decisions/111).
 */
export function ProveForm({ member: { ways, user_email: email }, action, busyText, look = 'main', back, perform, onClose }: Props) {
  const withPassword = ways.includes('EMAIL');
  const form = useFields(
    { password: '' },
    ({ password }) => onlyFound<'password'>({ password: withPassword && password === '' ? requiredMessage(LABELS.password) : undefined }),
    'prove',
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; anew: boolean }>();
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('input:not([hidden]), button[type="submit"]')?.focus(), []);

  async function prove(): Promise<boolean> {
    setFailure(undefined);
    if (!form.check()) return false;
    const { password } = form.fields;
    const result = await call(StateAnswer, '/api/member/prove', { method: 'POST', body: withPassword ? { password } : {}, retries: 0 });
    if (result.ok) return true;
    if (result.code === 'PASSWORD_WRONG') form.refuse('password', result.message);
    else setFailure({ message: result.message, anew: result.code === 'SIGN_IN_ANEW' });
    return false;
  }
  async function send(): Promise<void> {
    setBusy(true);
    const isProven = await prove();
    if (isProven) await perform();
    setBusy(false);
    if (isProven) onClose();
  }
  return (
    <form
      ref={frame}
      noValidate
      aria-label={action}
      className="grid max-w-md gap-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <FormAlert message={failure?.message} />
      {failure?.anew && <SignInAnew back={back} />}
      <p className="text-ink-2">{withPassword ? messages.proveByPassword : messages.proveBySignIn}</p>
      {withPassword && (
        <>
          {/* Password managers need the account's name beside the password. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label={LABELS.password} autoComplete="current-password" maxLength={256} {...form.text('password')} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={look} busy={busy} busyText={busyText}>
          {action}
        </Button>
        <Button look="line" disabled={busy} onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  );
}
