import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

export type ButtonLook = 'main' | 'line' | 'quiet' | 'danger';
const LOOKS: Record<ButtonLook, string> = { main: 'btn', line: 'btn btn-line', quiet: 'btn btn-quiet', danger: 'btn btn-danger' };

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: ButtonLook;
  /** Work is under way: the button keeps its place and focus, takes no clicks and says so. */
  busy?: boolean;
  /** What it says while busy. */
  busyText?: ReactNode;
  /** Unusable for good reason: stays reachable by keyboard, so that the reason can be read. */
  disabled?: boolean | undefined;
};

/** A 48 px button. `disabled` and `busy` use `aria-disabled`: focus is never lost and screen readers still find it. */
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

/** A link that looks like a button; a link because it goes somewhere. */
export function LinkButton({ look = 'main', className = '', ...rest }: LinkProps & { look?: ButtonLook }) {
  return <Link {...rest} className={`${LOOKS[look]} ${className}`} />;
}
