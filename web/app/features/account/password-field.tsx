import { PASSWORD_STRENGTHS, passwordStrength } from '@nordhaut/contracts';
import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusRegion } from '../../ui/status-region.tsx';
import { STRENGTH_LABELS } from './messages.ts';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  error?: string | undefined;
  /** what a password needs; a message of what is wrong says it again, so it takes this place */
  hint?: string;
  /** shows how strong the typed password is */
  rated?: boolean;
};

/** A password, which a button shows as text. */
export function PasswordField({ label, error, hint, rated = false, id, value, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <Field label={label} error={error} required {...(hint && !error ? { hint } : {})} {...(id ? { id } : {})}>
        {(control) => (
          <div className="relative">
            <input
              {...rest}
              {...control}
              value={value}
              type={shown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className="input pe-12!"
            />
            <button
              type="button"
              aria-pressed={shown}
              aria-label={`顯示${label}`}
              onClick={() => setShown(!shown)}
              className="absolute end-0.5 top-0.5 grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken"
            >
              <Icon of={shown ? EyeOff : Eye} size={20} />
            </button>
          </div>
        )}
      </Field>
      {rated && <Strength password={String(value ?? '')} />}
    </div>
  );
}

const BARS = ['bg-danger', 'bg-amber', 'bg-brand', 'bg-ok'] as const;

/** The strength as bars and as a word. Its space is reserved, so that typing moves nothing. */
function Strength({ password }: { password: string }) {
  const strength = password === '' ? undefined : passwordStrength(password);
  const level = strength ? PASSWORD_STRENGTHS.indexOf(strength) : -1;
  return (
    <div className="mt-2 flex min-h-7 items-center gap-3">
      <div aria-hidden className="grid grow grid-cols-4 gap-1">
        {BARS.map((_, place) => (
          <span key={place} className={`h-1.5 rounded-full ${place <= level ? BARS[level] : 'bg-line'}`} />
        ))}
      </div>
      <StatusRegion className="min-w-[7.5em] text-end text-sm text-ink-2">
        {strength && (
          <>
            密碼強度：<strong>{STRENGTH_LABELS[strength]}</strong>
          </>
        )}
      </StatusRegion>
    </div>
  );
}
