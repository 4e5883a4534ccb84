import { StateAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormAlert } from './account-frame.tsx';
import { onlyFound } from './form-rules.ts';
import { messages } from './messages.ts';
import { isTypedTwice, type NewPassword, NewPasswordFields, newPasswordProblems } from './new-password-fields.tsx';
import { leaveAccount } from './session.ts';
import { useFields } from './use-fields.ts';

const problemsOf = (fields: NewPassword) => onlyFound<keyof NewPassword>(newPasswordProblems(fields));

/** Sets the password behind the link of a mail. The link's token is in a cookie that scripts cannot read (decisions.md 93). */
export function NewPasswordForm() {
  const navigate = useNavigate();
  const form = useFields<NewPassword>({ password: '', confirmation: '' }, problemsOf, 'new');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [ended, setEnded] = useState(false);
  /** A sending had no answer. The server answers a used link as an unknown one, so only this page knows that it may be the cause. */
  const [unanswered, setUnanswered] = useState(false);
  const open = isTypedTwice(form.fields);

  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    setBusy(true);
    const result = await call(StateAnswer, '/api/new-password', { method: 'POST', body: { password: form.fields.password }, retries: 0 });
    setBusy(false);
    if (!result.ok) {
      setEnded(result.code === 'LINK_INVALID');
      if (result.retryable && result.code !== 'TOO_MANY_REQUESTS') setUnanswered(true);
      return setFailure(result.message);
    }
    // A reset ends all sessions, also one of this browser.
    if (useMember.getState().status === 'member') await leaveAccount();
    toast(messages.passwordReset, 'ok');
    void navigate('/login', { replace: true });
  }
  // The password cannot be set any more, so only the way to a new link remains.
  if (ended)
    return (
      <div className="grid gap-4">
        <FormAlert message={unanswered ? messages.maybeReset : failure} />
        {unanswered && <LinkButton to="/login">以新密碼登入</LinkButton>}
        <LinkButton to="/new-password" reloadDocument look={unanswered ? 'line' : 'main'}>
          重新申請重設密碼
        </LinkButton>
      </div>
    );
  return (
    <NewPasswordFields failure={failure} text={form.text} open={open && !busy} onSend={() => void send()}>
      <Button type="submit" busy={busy} busyText="設定中…" disabled={!open}>
        設定新密碼
      </Button>
    </NewPasswordFields>
  );
}
