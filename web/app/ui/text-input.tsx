import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type Common = { label: string; hint?: string; error?: string | undefined };

/** A labelled one-line input. Works with `react-hook-form`'s `register` (ref and handlers pass through). */
export function TextInput({ label, hint, error, required = false, id, className = '', ...rest }: ComponentProps<'input'> & Common) {
  return (
    <Field label={label} error={error} required={required} className={className} {...(hint ? { hint } : {})} {...(id ? { id } : {})}>
      {(control) => <input type="text" {...rest} {...control} className="input" />}
    </Field>
  );
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
