import { accountMessages } from '@nordhaut/contracts';
import { FieldError } from '../../ui/field.tsx';
import type { ProfileFields } from './profile-fields.ts';
import type { useFields } from './use-fields.ts';

const PARTS = [
  { name: 'year', label: '年', length: 4, placeholder: 'YYYY', autoComplete: 'bday-year', width: 'w-17! wide:w-24!' },
  { name: 'month', label: '月', length: 2, placeholder: 'MM', autoComplete: 'bday-month', width: 'w-12! wide:w-16!' },
  { name: 'day', label: '日', length: 2, placeholder: 'DD', autoComplete: 'bday-day', width: 'w-12! wide:w-16!' },
] as const;

/** Year, month and day. A birthday that is set stays (decisions.md 64). */
export function BirthdayFields({ form, fixed }: { form: ReturnType<typeof useFields<ProfileFields>>; fixed: boolean }) {
  const error = form.errorOf('year');
  const help = error ? 'birthday-error' : 'birthday-hint';
  return (
    <fieldset className="wide:col-span-2">
      <legend className="mb-1 text-sm font-semibold">生日{!fixed && <span className="ms-2 font-normal text-ink-3">選填</span>}</legend>
      <div className="flex flex-wrap items-center gap-1.5 wide:gap-2">
        {PARTS.map(({ name, label, length, placeholder, autoComplete, width }) => {
          const { error: _, onBlur, ...props } = form.text(name);
          return (
            <label key={name} className="flex items-center gap-1.5 wide:gap-2">
              <input
                {...props}
                // The message belongs to the date, so it appears when its last part was left.
                onBlur={name === 'day' ? () => (onBlur(), form.text('year').onBlur()) : onBlur}
                className={`input num px-2! wide:px-3.5! ${width}`}
                type="text"
                inputMode="numeric"
                maxLength={length}
                placeholder={placeholder}
                autoComplete={autoComplete}
                readOnly={fixed}
                aria-invalid={error ? true : undefined}
                aria-describedby={help}
              />
              {label}
            </label>
          );
        })}
      </div>
      {!error && (
        <p id="birthday-hint" className="mt-1 text-sm text-ink-3">
          {fixed ? accountMessages.birthdayFixed : '設定後無法自行修改，請確認後再儲存。'}
        </p>
      )}
      <FieldError id="birthday-error" error={error} />
    </fieldset>
  );
}
