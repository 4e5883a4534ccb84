import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

export type ButtonLook = 'main' | 'line' | 'quiet' | 'danger';
const LOOKS: Record<ButtonLook, string> = { main: 'btn', line: 'btn btn-line', quiet: 'btn btn-quiet', danger: 'btn btn-danger' };

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: ButtonLook;
  /** Work is in progress: the button keeps its size and focus, ignores clicks and shows `busyText`. */
  busy?: boolean;
  /** Text while busy. */
  busyText?: ReactNode;
  /** The button stays focusable, so that the reason can be read. */
  disabled?: boolean | undefined;
};

/** A 48 px button. `disabled` and `busy` use `aria-disabled`, so the focus is kept and screen readers find the button. */
export function Button({
  look = 'main',
  busy = false,
  busyText,
  disabled = false,
  className = '',
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const blocked = busy || disabled;
  return (
    <button
      {...rest}
      type={type}
      className={`${LOOKS[look]} ${className}`}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
    >
      {busy && busyText !== undefined ? busyText : children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ look = 'main', className = '', ...rest }: LinkProps & { look?: ButtonLook }) {
  return <Link {...rest} className={`${LOOKS[look]} ${className}`} />;
}
