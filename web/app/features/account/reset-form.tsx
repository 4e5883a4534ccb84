import { accountEmail, accountMessages, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FormAlert } from './account-frame.tsx';
import { onlyFound } from './form-rules.ts';
import { useFields } from './use-fields.ts';

const problemsOf = ({ email }: { email: string }) =>
  onlyFound<'email'>({
    email: email.trim() === '' ? accountMessages.resetEmpty : accountEmail(email) ? undefined : accountMessages.email,
  });

/** Asks for a link that sets a new password. */
export function ResetForm() {
  const navigate = useNavigate();
  const form = useFields({ email: '' }, problemsOf, 'reset');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    setBusy(true);
    const result = await call(StateAnswer, '/api/password-reset', {
      method: 'POST',
      body: { email: form.fields.email.trim() },
      retries: 0,
    });
    setBusy(false);
    if (!result.ok && result.code !== 'EMAIL_UNKNOWN') return setFailure(result.message);
    if (!result.ok || result.data.state === 404) return form.refuse('email', accountMessages.resetUnknown);
    toast(accountMessages.resetSent, 'ok');
    void navigate('/login');
  }
  return (
    <form
      noValidate
      // Without script, an address must not get what was typed.
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <FormAlert message={failure} />
      <TextInput
        label="電子郵件"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="電子郵件信箱"
        maxLength={120}
        {...form.text('email')}
      />
      <Button type="submit" busy={busy} busyText="送出中…">
        送出
      </Button>
    </form>
  );
}
