import { accountMessages, MIN_AGE, PASSWORD_MIN, type PendingRegistration, SignedInAnswer } from '@nordhaut/contracts';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FormAlert } from './account-frame.tsx';
import { AgreementLabel } from './agreement-label.tsx';
import {
  emptyRegistration,
  FIELD_OF,
  isButtonOpen,
  LABELS,
  type RegisterFields,
  type RegisterKind,
  registerAlert,
  registerProblems,
  registerRequest,
} from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { enterAccount } from './session.ts';
import { useFields } from './use-fields.ts';

type Props = { email: string; pending: PendingRegistration | undefined; onRegistered: () => void };

const WAYS = { email: 'EMAIL', line: 'LINE', facebook: 'FACEBOOK' } as const;

const kindOf = (pending: PendingRegistration | undefined): RegisterKind =>
  pending === undefined ? 'email' : pending.user_email === null ? 'provider-mail' : 'provider';

/** Registers with e-mail and password, or completes the profile of a LINE or Facebook user (decisions.md 91). */
export function RegisterForm({ email, pending, onRegistered }: Props) {
  const kind = kindOf(pending);
  const form = useFields<RegisterFields>(emptyRegistration(email), registerProblems(kind), 'register');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The key of this intent: a retry after a lost answer is the same registration. */
  const intent = useRef({ key: '', body: '' });
  const open = isButtonOpen(kind, form.fields);

  async function send(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return setFailure(registerAlert(form.fields));
    const body = registerRequest(kind, pending?.method ?? 'email', form.fields);
    const text = JSON.stringify(body);
    if (intent.current.body !== text) intent.current = { key: newId(), body: text };
    setBusy(true);
    const result = await call(SignedInAnswer, '/api/register', { method: 'POST', body, idempotencyKey: intent.current.key });
    if (!result.ok) {
      setBusy(false);
      const field = FIELD_OF[result.code];
      // The e-mail of the provider may have got an account meanwhile, and this form has no field for it.
      const isShown = field !== 'user_email' || kind !== 'provider';
      if (field && isShown) form.refuse(field, result.message);
      else setFailure(result.message);
      return;
    }
    await enterAccount(WAYS[pending?.method ?? 'email']);
    toast(accountMessages.registered, 'ok');
    onRegistered();
  }
  return (
    <form
      noValidate
      aria-label="註冊會員"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && open) void send();
      }}
    >
      <div className="grid grid-cols-2 gap-4 max-[24rem]:grid-cols-1">
        <TextInput label={LABELS.firstName} required autoComplete="family-name" maxLength={60} {...form.text('firstName')} />
        <TextInput label={LABELS.lastName} required autoComplete="given-name" maxLength={60} {...form.text('lastName')} />
      </div>
      {kind !== 'provider' && (
        <TextInput
          label={LABELS.user_email}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          {...form.text('user_email')}
        />
      )}
      {kind === 'email' && (
        <>
          <PasswordField
            label={LABELS.password}
            autoComplete="new-password"
            hint={`至少 ${PASSWORD_MIN} 個字，包含英文字母與數字`}
            maxLength={256}
            rated
            {...form.text('password')}
          />
          <PasswordField label={LABELS.confirmation} autoComplete="new-password" maxLength={256} {...form.text('confirmation')} />
        </>
      )}
      <PhoneField {...form.text('user_phone')} />
      <TextInput
        label={LABELS.referralCode}
        hint="有朋友的邀請碼嗎？註冊後也可在會員資料填寫。"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        {...form.text('referralCode')}
      />
      <div>
        <Checkbox label={`我已年滿 ${MIN_AGE} 歲`} {...form.box('ageConfirmed')} />
        <Checkbox label={<AgreementLabel />} {...form.box('privacyAccepted')} />
      </div>
      <FormAlert message={failure} />
      <Button type="submit" busy={busy} busyText="註冊中…" disabled={!open} aria-describedby="register-waits">
        {pending ? '完成註冊' : '註冊'}
      </Button>
      <p id="register-waits" className="min-h-6 text-sm text-ink-3">
        {!open && (kind === 'email' ? '兩次輸入的密碼一致並勾選以上項目後，即可註冊。' : '勾選以上項目後，即可完成註冊。')}
      </p>
    </form>
  );
}
