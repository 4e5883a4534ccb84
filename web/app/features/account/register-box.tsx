import { accountMessages, isPassword, MIN_AGE, PASSWORD_MIN, SignedInAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { useMember } from '../../lib/stores/member.ts';
import { useSession } from '../checkout/session.ts';
import { AgreementLabel } from './agreement-label.tsx';
import { confirmationProblem, emailProblem, passwordProblem } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { enterAccount } from './session.ts';

type Typed = { password: string; confirmation: string; age: boolean; privacy: boolean };
const START: Typed = { password: '', confirmation: '', age: false, privacy: false };

/**
 * What the step asks before it goes on, and what stands in the fields when the buyer comes back to the step. The password
 * stays in this file's memory and is never stored.
 */
let typedNow: Typed = START;

/** A member registers nobody, also not with what was typed before the sign-in. */
const isWanted = (): boolean => useSession.getState().register !== false && useMember.getState().status !== 'member';

export const forgetRegistration = (): void => void (typedNow = START);

/** An order in cash needs no e-mail, an account does (spec/3-purchase-flow §5). The step itself says what is no address. */
export function registerEmailProblem(): string | undefined {
  const { email } = useSession.getState().fields;
  return !isWanted() || email.trim() !== '' ? undefined : emailProblem(email);
}

/** The first thing that the registration of this step lacks; undefined if there is none, or none is wanted. */
export function registerBoxProblem(): string | undefined {
  const { password, confirmation, age, privacy } = typedNow;
  if (!isWanted()) return undefined;
  if (!isPassword(password)) return passwordProblem(password);
  if (password !== confirmation) return accountMessages.passwordMismatch;
  if (!age) return accountMessages.age;
  return privacy ? undefined : accountMessages.privacy;
}

/** Registers with the recipient's data. A failure is shown and stops no checkout (spec/3-purchase-flow §4). */
export async function registerFromShipping(): Promise<void> {
  const { password } = typedNow;
  if (!isWanted()) return;
  const { fields, delivery } = useSession.getState();
  const { firstName, lastName, email, phone, city, district, address } = fields;
  const body = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    user_email: email.trim(),
    user_phone: phone,
    ...(delivery === 'HOME' && { user_city: city, user_urban_area: district, user_address: address }),
    password,
    method: 'email',
    privacyAccepted: true,
    ageConfirmed: true,
  };
  const result = await call(SignedInAnswer, '/api/register', { method: 'POST', body });
  if (!result.ok) return toast(result.message, 'error');
  typedNow = START;
  await enterAccount('EMAIL');
  toast(accountMessages.registered, 'ok');
}

/** 同時註冊會員, ticked for guests (decisions.md 7). Who unticks it orders as a guest. */
export function RegisterBox() {
  const wanted = useSession(({ register }) => register !== false);
  const [typed, setTyped] = useState(typedNow);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const set = (change: Partial<Typed>): void => {
    typedNow = { ...typed, ...change };
    setTyped(typedNow);
  };
  const leave = (name: string) => setLeft((now) => new Set(now).add(name));
  return (
    <section aria-label="註冊會員" className="grid gap-3 rounded-3 border border-line bg-surface p-5">
      <Checkbox
        label="同時註冊會員，以上列資料建立帳號"
        checked={wanted}
        onChange={(event) => useSession.setState({ register: event.currentTarget.checked })}
      />
      {wanted && (
        <>
          <div className="grid items-start gap-4 wide:grid-cols-2">
            <PasswordField
              label="會員密碼"
              id="ship-password"
              autoComplete="new-password"
              hint={`至少 ${PASSWORD_MIN} 個字，包含英文字母與數字`}
              maxLength={256}
              rated
              value={typed.password}
              error={left.has('password') ? passwordProblem(typed.password) : undefined}
              onBlur={() => leave('password')}
              onChange={(event) => set({ password: event.currentTarget.value })}
            />
            <PasswordField
              label="確認密碼"
              autoComplete="new-password"
              maxLength={256}
              value={typed.confirmation}
              error={left.has('confirmation') ? confirmationProblem(typed.password, typed.confirmation) : undefined}
              onBlur={() => leave('confirmation')}
              onChange={(event) => set({ confirmation: event.currentTarget.value })}
            />
          </div>
          <Checkbox label={`我已年滿 ${MIN_AGE} 歲`} checked={typed.age} onChange={(event) => set({ age: event.currentTarget.checked })} />
          <Checkbox
            label={<AgreementLabel />}
            checked={typed.privacy}
            onChange={(event) => set({ privacy: event.currentTarget.checked })}
          />
          <p className="text-sm text-ink-3">不註冊時請取消勾選，即以訪客身分結帳。</p>
        </>
      )}
    </section>
  );
}
