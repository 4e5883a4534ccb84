import { accountMessages, type Member, requiredMessage, StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { onlyFound } from './form-rules.ts';
import { InfoSection } from './info-section.tsx';
import { headings, messages } from './messages.ts';
import { isTypedTwice, type NewPassword, NewPasswordFields, newPasswordProblems } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { loadMember } from './session.ts';
import { useFields } from './use-fields.ts';

type Fields = NewPassword & { current: string };
const EMPTY: Fields = { current: '', password: '', confirmation: '' };
const problemsOf = (fields: Fields) =>
  onlyFound<keyof Fields>({
    current: fields.current === '' ? requiredMessage('目前的密碼') : undefined,
    ...newPasswordProblems(fields),
  });

/** Changes the password, or sends a link that resets it. Only members with a password see this. */
export function PasswordSection({ member: { user_email: email, ways } }: { member: Member }) {
  const [changing, setChanging] = useState(false);
  const [busy, setBusy] = useState(false);
  async function sendLink(): Promise<void> {
    setBusy(true);
    const result = await call(StateAnswer, '/api/member/password-reset', { method: 'POST', body: {} });
    setBusy(false);
    toast(result.ok ? accountMessages.resetSentFromProfile : result.message, result.ok ? 'ok' : 'error');
  }
  return (
    <InfoSection id="password" title={headings.password}>
      {changing ? (
        <ChangeForm email={email} hasLinks={ways.some((way) => way !== 'EMAIL')} onDone={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="line" onClick={() => setChanging(true)}>
            變更密碼
          </Button>
          <Button look="quiet" busy={busy} busyText="寄送中…" onClick={() => void sendLink()}>
            寄送重設密碼連結
          </Button>
        </div>
      )}
    </InfoSection>
  );
}

/** `hasLinks`: LINE or Facebook is linked, and the new password ends that (infra/decisions/111) */
function ChangeForm({ email, hasLinks, onDone }: { email: string; hasLinks: boolean; onDone: () => void }) {
  const form = useFields(EMPTY, problemsOf, 'password');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { current, password } = form.fields;
  const open = current !== '' && isTypedTwice(form.fields);
  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    setBusy(true);
    const result = await call(StateAnswer, '/api/member/password', { method: 'POST', body: { current, password }, retries: 0 });
    if (result.ok && hasLinks) await loadMember();
    setBusy(false);
    if (result.ok) {
      toast(messages.passwordChanged, 'ok');
      return onDone();
    }
    if (result.code === 'PASSWORD_WRONG') form.refuse('current', result.message);
    else if (result.code === 'PASSWORD_INVALID') form.refuse('password', result.message);
    else setFailure(result.message);
  }
  return (
    <NewPasswordFields
      failure={failure}
      text={form.text}
      open={open && !busy}
      onSend={() => void send()}
      above={
        <>
          {hasLinks && <p className="text-ink-2">{messages.linksEnd}</p>}
          {/* Password managers need the account's name beside the password. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="目前的密碼" autoComplete="current-password" maxLength={256} {...form.text('current')} />
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="變更中…" disabled={!open}>
          變更密碼
        </Button>
        <Button look="line" onClick={onDone}>
          取消
        </Button>
      </div>
    </NewPasswordFields>
  );
}
