import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';

/** The page's heading; it gets the focus when the page opens, so that screen readers read where the user is. */
export function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children}｜客服後台`;
    heading.current?.focus();
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl">
      {children}
    </h1>
  );
}

/** A text in which the number of another order is a link to it. `own`: the number of the page's order. */
export const WithOrders = ({ text, own }: { text: string; own: string }) =>
  text.split(/\b([0-9A-Z]{16})\b/).map((part, place) =>
    place % 2 === 0 || part === own ? (
      part
    ) : (
      <Link key={part} to={`/orders/${part}`} className="whitespace-nowrap text-brand underline">
        {part}
      </Link>
    ),
  );

export function Labelled({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: (control: { id: string; 'aria-describedby'?: string }) => ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, ...(hint && { 'aria-describedby': `${id}-hint` }) })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

type LineProps = Omit<ComponentProps<'input'>, 'onChange'> & { label: string; hint?: string | undefined; set: (value: string) => void };

/** A text of one line. It may be empty with `required={false}` only. */
export function Line({ label, hint, set, ...input }: LineProps) {
  return (
    <Labelled label={label} {...(hint !== undefined && { hint })}>
      {(control) => <input required {...input} {...control} className="input" onChange={({ target }) => set(target.value)} />}
    </Labelled>
  );
}

/** Why somebody does it. The server asks for it. */
export const ReasonLine = (line: Pick<LineProps, 'hint' | 'set' | 'value'> & { label?: string }) => (
  <Line label="原因" {...line} required={false} maxLength={300} />
);

/** The heads of a table's columns. */
export const Heads = ({ of, className }: { of: readonly string[]; className: string }) =>
  of.map((head) => (
    <th key={head} scope="col" className={className}>
      {head}
    </th>
  ));

/** What went wrong. It is in the page from the start, so that screen readers read a change. */
export function Fault({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className={children ? 'rounded-2 bg-danger-soft p-3 text-danger' : ''}>
      {children}
    </p>
  );
}

/** A button that ignores clicks while its work is in progress. */
export function Action({
  busy,
  children,
  onClick,
  line = false,
}: {
  busy: boolean;
  children: string;
  onClick?: () => void;
  line?: boolean;
}) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={`btn ${line ? 'btn-line' : ''}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}
