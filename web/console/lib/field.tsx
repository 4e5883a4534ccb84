import { type ReactNode, useId } from 'react';

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
type Props = { label: string; hint?: string | undefined; fault: string | undefined; children: (control: Control) => ReactNode };

/** A labelled field with its hint and what is wrong with it. `children` puts the attributes on the control. */
export function Field({ label, hint, fault, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(fault !== undefined && { 'aria-invalid': true }) })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-2">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
