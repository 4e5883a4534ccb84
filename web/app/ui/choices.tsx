import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

type RadioCard<V extends string> = { value: V; title: ReactNode; detail?: ReactNode; disabled?: boolean };

type RadioCardsProps<V extends string> = {
  legend: string;
  name: string;
  options: readonly RadioCard<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  id?: string;
  error?: string | undefined;
  /** The cards are side by side if there is room for all columns and a line with an amount fits into each. Otherwise each has a row. */
  columns?: keyof typeof COLUMNS;
};

const COLUMNS = { 1: '', 2: '@min-[38rem]:grid-cols-2', 3: '@min-[46rem]:grid-cols-3' };

/** A choice of a few options, each on a card, with native radio buttons. */
export function RadioCards<V extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  id: given,
  error,
  columns = 1,
}: RadioCardsProps<V>) {
  const made = useId();
  const id = given ?? made;
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined} className="@container">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className={`grid gap-3 ${COLUMNS[columns]}`}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 gap-3 rounded-2 border border-line-strong bg-surface px-4 py-3 has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-brand)] has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-1 size-5 shrink-0 accent-brand focus-visible:outline-none focus-visible:shadow-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{option.title}</span>
              {option.detail && <span className="block text-sm text-pretty text-ink-2">{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/** A checkbox. Its label is part of the target, which is at least 44 px high. */
export function Checkbox({
  label,
  error,
  after,
  id: given,
  className = '',
  'aria-describedby': about,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  /** content between the label and the error */
  after?: ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : about}
          className="mt-1 size-5 shrink-0 accent-brand"
        />
        <span>{label}</span>
      </label>
      {after}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
