import { CircleAlert } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FieldProps = {
  label: ReactNode;
  /** Renders the control with the given attributes. */
  children: (control: ControlProps) => ReactNode;
  /** Required if an `ErrorSummary` links here; otherwise an id is generated. */
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  className?: string;
};

/** Label, control, hint and error. Screen readers read the error with the control. */
export function Field({ label, children, id: given, hint, error, required = false, className = '' }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {!required && <span className="ms-2 font-normal text-ink-3">選填</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined, 'aria-required': required || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-3">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error under a control or group: an icon and text, not only a colour. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-sm text-danger">
      <Icon of={CircleAlert} size={16} className="mt-1 shrink-0" />
      {error}
    </p>
  );
}
