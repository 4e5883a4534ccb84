import { PASSWORD_MIN, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormAlert } from './account-frame.tsx';
import { confirmationProblem, LABELS, onlyFound, passwordProblem } from './form-rules.ts';
import { messages } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import { checkSession } from './session.ts';
import { useFields } from './use-fields.ts';

type Fields = { password: string; confirmation: string };
export const newPasswordProblems = ({ password, confirmation }: Fields) =>
  onlyFound<keyof Fields>({ password: passwordProblem(password), confirmation: confirmationProblem(password, confirmation) });

/** Sets the password behind the link of a mail. The link's token is in a cookie that scripts cannot read (decisions.md 93). */
export function NewPasswordForm() {
  const navigate = useNavigate();
  const form = useFields<Fields>({ password: '', confirmation: '' }, newPasswordProblems, 'new');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [ended, setEnded] = useState(false);
  const open = form.fields.password !== '' && form.fields.password === form.fields.confirmation;

  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    setBusy(true);
    const result = await call(StateAnswer, '/api/new-password', { method: 'POST', body: { password: form.fields.password }, retries: 0 });
    setBusy(false);
    if (!result.ok) {
      setEnded(result.code === 'LINK_INVALID');
      return setFailure(result.message);
    }
    // A reset ends all sessions, also one of this browser.
    await checkSession();
    toast(messages.passwordReset, 'ok');
    void navigate('/login', { replace: true });
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && open) void send();
      }}
    >
      <FormAlert message={failure} />
      {ended && (
        <LinkButton to="/new-password" look="line" reloadDocument>
          重新申請重設密碼
        </LinkButton>
      )}
      <PasswordField
        label="新密碼"
        autoComplete="new-password"
        hint={`至少 ${PASSWORD_MIN} 個字，包含英文字母與數字`}
        maxLength={256}
        rated
        {...form.text('password')}
      />
      <PasswordField label={LABELS.confirmation} autoComplete="new-password" maxLength={256} {...form.text('confirmation')} />
      <Button type="submit" busy={busy} busyText="設定中…" disabled={!open}>
        設定新密碼
      </Button>
    </form>
  );
}
