import { accountMessages, requiredMessage, SignedInAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FormAlert } from './account-frame.tsx';
import { emailProblem, LABELS, onlyFound } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { enterAccount } from './session.ts';
import { useFields } from './use-fields.ts';

type Fields = { account: string; password: string };

const problemsOf = ({ account, password }: Fields) =>
  onlyFound<keyof Fields>({
    account: emailProblem(account, accountMessages.loginEmailInvalid),
    password: password === '' ? requiredMessage(LABELS.password) : undefined,
  });

type Props = { id?: string; onSignedIn: () => void; email?: string };

/** Signs in with e-mail and password, on its own page and inside the checkout. */
export function LoginForm({ id = 'login', onSignedIn, email = '' }: Props) {
  const form = useFields<Fields>({ account: email, password: '' }, problemsOf, id);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send(): Promise<void> {
    const { account, password } = form.fields;
    setFailure(undefined);
    if (!form.check()) return setFailure(account.trim() === '' || password === '' ? accountMessages.emptyCredentials : undefined);
    setBusy(true);
    const result = await call(SignedInAnswer, '/api/login', { method: 'POST', body: { account: account.trim(), password }, retries: 0 });
    if (!result.ok) {
      setBusy(false);
      setFailure(result.code === 'BAD_ANSWER' ? accountMessages.loginFailed : result.message);
      return document.getElementById(form.idOf(result.code === 'EMAIL_UNKNOWN' ? 'account' : 'password'))?.focus();
    }
    await enterAccount('EMAIL');
    toast(accountMessages.signedIn, 'ok');
    onSignedIn();
  }
  return (
    <form
      noValidate
      // Without script, an address must not get what was typed.
      method="post"
      aria-label="會員登入"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // In the checkout this form stands beside the step's own one.
        event.stopPropagation();
        if (!busy) void send();
      }}
    >
      <FormAlert message={failure} />
      <TextInput
        label={LABELS.user_email}
        required
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={120}
        {...form.text('account')}
      />
      <div className="grid gap-1">
        <PasswordField label={LABELS.password} autoComplete="current-password" maxLength={256} {...form.text('password')} />
        <Link to="/new-password" className="link inline-flex min-h-11 items-center justify-self-start text-sm">
          忘記密碼？
        </Link>
      </div>
      <Button type="submit" busy={busy} busyText="登入中…">
        登入
      </Button>
    </form>
  );
}
