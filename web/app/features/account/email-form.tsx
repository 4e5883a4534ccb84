import { accountMessages, type Member, requiredMessage, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FormAlert } from './account-frame.tsx';
import { emailProblem, LABELS, onlyFound } from './form-rules.ts';
import { messages } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import { SignInAnew } from './sign-in-anew.tsx';
import { useFields } from './use-fields.ts';

type Fields = { email: string; password: string };

/** Asks for another address. It counts when the link of the mail to it was used; until then the known one stays. */
export function EmailForm({ member: { ways }, onDone }: { member: Member; onDone: () => void }) {
  const withPassword = ways.includes('EMAIL');
  const form = useFields<Fields>(
    { email: '', password: '' },
    ({ email, password }) =>
      onlyFound<keyof Fields>({
        email: emailProblem(email, accountMessages.email, LABELS.newEmail),
        password: withPassword && password === '' ? requiredMessage(LABELS.password) : undefined,
      }),
    'email',
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; anew: boolean }>();

  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    const { email, password } = form.fields;
    const body = { user_email: email.trim(), ...(withPassword && { password }) };
    setBusy(true);
    const result = await call(StateAnswer, '/api/member/email', { method: 'POST', body, retries: 0 });
    setBusy(false);
    if (result.ok) {
      toast(messages.emailAsked, 'ok');
      return onDone();
    }
    if (result.code === 'EMAIL_INVALID') form.refuse('email', result.message);
    else if (result.code === 'PASSWORD_WRONG') form.refuse('password', result.message);
    else setFailure({ message: result.message, anew: result.code === 'SIGN_IN_ANEW' });
  }
  return (
    <form
      noValidate
      aria-label="變更電子郵件"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <FormAlert message={failure?.message} />
      {failure?.anew && <SignInAnew />}
      <TextInput
        label={LABELS.newEmail}
        hint="我們會寄確認信到新的電子郵件，點選信中的連結後才會變更。"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={120}
        {...form.text('email')}
      />
      {withPassword && <PasswordField label={LABELS.password} autoComplete="current-password" maxLength={256} {...form.text('password')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="寄送中…">
          寄送確認信
        </Button>
        <Button look="line" disabled={busy} onClick={onDone}>
          取消
        </Button>
      </div>
    </form>
  );
}
