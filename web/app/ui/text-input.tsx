import type { ComponentProps } from 'react';
import { setAsTyped } from '../lib/early-input.ts';
import { useEmailSpelling } from './email-spelling.tsx';
import { Field } from './field.tsx';

type Common = { label: string; hint?: string; error?: string | undefined };

/** A labelled one-line input. Works with `react-hook-form`'s `register` (ref and handlers pass through). */
export function TextInput({
  label,
  hint,
  error,
  required = false,
  id,
  className = '',
  onBlur,
  onInput,
  onKeyDown,
  ...rest
}: ComponentProps<'input'> & Common) {
  const isEmail = rest.type === 'email';
  const spelling = useEmailSpelling();
  return (
    <Field label={label} error={error} required={required} className={className} {...(hint ? { hint } : {})} {...(id ? { id } : {})}>
      {(control) => (
        <>
          <input
            type="text"
            {...rest}
            {...control}
            onInput={(event) => {
              if (isEmail) spelling.onInput(event);
              onInput?.(event);
            }}
            onBlur={(event) => {
              if (isEmail) toAscii(event.currentTarget);
              onBlur?.(event);
            }}
            onKeyDown={(event) => {
              // Enter sends the form, unless it ends the composition of an input method.
              if (isEmail && event.key === 'Enter' && !event.nativeEvent.isComposing) toAscii(event.currentTarget);
              onKeyDown?.(event);
            }}
            className="input"
          />
          {isEmail && spelling.question}
        </>
      )}
    </Field>
  );
}

/** Chinese keyboards write ＠ and other full-width signs. The rules refuse them, so the field shows the address that is meant. */
function toAscii(input: HTMLInputElement): void {
  const ascii = input.value.replaceAll(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'));
  if (ascii !== input.value) setAsTyped(input, 'value', ascii, 'input');
}

/** A labelled text area. */
export function TextArea({
  label,
  hint,
  error,
  required = false,
  id,
  className = '',
  rows = 4,
  ...rest
}: ComponentProps<'textarea'> & Common) {
  return (
    <Field label={label} error={error} required={required} className={className} {...(hint ? { hint } : {})} {...(id ? { id } : {})}>
      {(control) => <textarea rows={rows} {...rest} {...control} className="input" />}
    </Field>
  );
}

/** A labelled native select. */
export function Select({ label, hint, error, required = false, id, className = '', children, ...rest }: ComponentProps<'select'> & Common) {
  return (
    <Field label={label} error={error} required={required} className={className} {...(hint ? { hint } : {})} {...(id ? { id } : {})}>
      {(control) => (
        <select {...rest} {...control} className="input">
          {children}
        </select>
      )}
    </Field>
  );
}
