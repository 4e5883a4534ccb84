import { accountMessages, MIN_AGE, PASSWORD_MIN, SignedInAnswer } from '@nordhaut/contracts';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { useMember } from '../../lib/stores/member.ts';
import { NO_REGISTRATION, useRegistration } from '../checkout/registration.ts';
import { useSession } from '../checkout/session.ts';
import { fieldId } from '../shipping/shipping-form.ts';
import { AgreementLabel } from './agreement-label.tsx';
import { messages } from './messages.ts';
import { confirmationProblem, emailProblem, onlyFound, passwordProblem } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { enterAccount } from './session.ts';
import { type Problems, useFields } from './use-fields.ts';

type Typed = { password: string; confirmation: string; age: boolean; privacy: boolean };
const START: Typed = { password: '', confirmation: '', age: false, privacy: false };

const PREFIX = 'ship';

/**
 * What stands in the fields when the buyer comes back to the step. The password stays in this file's memory and is never
 * stored.
 */
let typedNow: Typed = START;

/** A member registers nobody, also not with what was typed before the sign-in. */
const isWanted = (): boolean => useSession.getState().register !== false && useMember.getState().status !== 'member';

export const forgetRegistration = (): void => void (typedNow = START);

const problemsOf = ({ password, confirmation, age, privacy }: Typed): Problems<keyof Typed> =>
  onlyFound<keyof Typed>({
    password: passwordProblem(password),
    confirmation: confirmationProblem(password, confirmation),
    age: age ? undefined : accountMessages.age,
    privacy: privacy ? undefined : accountMessages.privacy,
  });

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
  const { email, phoneArea } = useSession((session) => session.fields);
  const { fields, text, box, showAll } = useFields<Typed>(typedNow, problemsOf, PREFIX);
  useEffect(() => {
    typedNow = fields;
    // An order in cash needs no e-mail, an account does (spec/3-purchase-flow §5). The step itself says what is no address.
    const missing = email.trim() === '' ? emailProblem(email) : undefined;
    const lacks = [
      // A member has a number in Taiwan (spec/2-accounts-and-members §9), a parcel abroad may have another one.
      ...(phoneArea === '+886' ? [] : [{ fieldId: fieldId('phone'), message: messages.phoneForAccount }]),
      ...(missing === undefined ? [] : [{ fieldId: fieldId('email'), message: missing }]),
      ...Object.entries(problemsOf(fields)).map(([name, message]) => ({ fieldId: `${PREFIX}-${name}`, message })),
    ];
    useRegistration.setState(wanted ? { wanted, lacks, showAll } : NO_REGISTRATION);
  }, [fields, email, phoneArea, wanted, showAll]);
  useEffect(() => () => useRegistration.setState(NO_REGISTRATION), []);
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
              autoComplete="new-password"
              hint={`至少 ${PASSWORD_MIN} 個字，包含英文字母與數字`}
              maxLength={256}
              rated
              {...text('password')}
            />
            <PasswordField label="確認密碼" autoComplete="new-password" maxLength={256} {...text('confirmation')} />
          </div>
          <div>
            <Checkbox label={`我已年滿 ${MIN_AGE} 歲`} {...box('age')} />
            <Checkbox label={<AgreementLabel />} {...box('privacy')} />
          </div>
          <p className="text-sm text-ink-3">不註冊時請取消勾選，即以訪客身分結帳。</p>
        </>
      )}
    </section>
  );
}
