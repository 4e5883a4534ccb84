import { FIRST_NAME_MAX, LAST_NAME_MAX, phoneAreasFor } from '@nordhaut/contracts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { messages } from '../checkout/messages.ts';
import { fieldId, type ShippingChoice } from './shipping-form.ts';
import type { ShippingForm } from './use-shipping-form.ts';

const AREA_NAMES = { '+886': '台灣 +886', '+852': '香港 +852', '+853': '澳門 +853' } as const;

/** An account needs an e-mail address as well. */
const emailHint = ({ payment }: ShippingChoice, registers: boolean): string =>
  payment === 'CREDIT' ? '信用卡付款必填' : registers ? '註冊會員必填' : '填寫後可收到訂單通知信';

type Props = { form: ShippingForm; choice: ShippingChoice; registers: boolean };

export function RecipientFields({ form, choice, registers }: Props) {
  const { fields, register, errors } = form;
  const overseas = choice.delivery === 'INTERNATIONAL';
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <TextInput
        label="姓氏"
        id={fieldId('firstName')}
        required
        autoComplete="family-name"
        hint={`最多 ${FIRST_NAME_MAX} 個字`}
        error={errors.firstName}
        {...register('firstName')}
      />
      <TextInput
        label="名字"
        id={fieldId('lastName')}
        required
        autoComplete="given-name"
        hint={`最多 ${LAST_NAME_MAX} 個字`}
        error={errors.lastName}
        {...register('lastName')}
      />
      <Field
        label="手機號碼"
        id={fieldId('phone')}
        required
        hint={fields.phoneArea === '+886' ? messages.phoneHint : '請輸入 8 位數字'}
        error={errors.phone}
      >
        {(control) => (
          <div className="flex gap-2">
            {overseas ? (
              <select aria-label="國際區碼" autoComplete="tel-country-code" className="input w-36! shrink-0" {...register('phoneArea')}>
                {phoneAreasFor(choice.delivery).map((area) => (
                  <option key={area} value={area}>
                    {AREA_NAMES[area]}
                  </option>
                ))}
              </select>
            ) : (
              <span className="num grid min-h-12 shrink-0 place-items-center rounded-2 border border-line bg-sunken px-3 text-ink-2">
                +886
              </span>
            )}
            <input
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              maxLength={24}
              className="input num min-w-0"
              {...control}
              {...register('phone')}
            />
          </div>
        )}
      </Field>
      <TextInput
        label="電子郵件信箱"
        id={fieldId('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required={choice.payment === 'CREDIT' || registers}
        hint={emailHint(choice, registers)}
        error={errors.email}
        {...register('email')}
      />
    </div>
  );
}
