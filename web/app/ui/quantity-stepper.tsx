import { MAX_QUANTITY } from '@nordhaut/contracts';
import { Minus, Plus } from 'lucide';
import { useId, useState } from 'react';
import { announce } from '../lib/announce.ts';
import { checkQuantity } from '../lib/quantity.ts';
import { FieldError } from './field.tsx';
import { Icon } from './icon.tsx';

type Props = {
  /** The product's name; part of each control's name. */
  of: string;
  value: number;
  onChange: (value: number) => void;
  /** 0 if the minus button at 1 removes the line. */
  min?: number;
  max?: number;
  id?: string;
  /** A change is in progress: plus and minus are disabled. */
  busy?: boolean;
};

/**
 * Minus, number, plus. A typed value counts on blur and on Enter. An invalid value is replaced by the nearest valid one,
 * with a message of the specification (spec/1-catalogue-and-content §5).
 */
export function QuantityStepper({ of, value, onChange, min = 1, max = MAX_QUANTITY, id: given, busy = false }: Props) {
  const made = useId();
  const id = given ?? made;
  const [text, setText] = useState(String(value));
  const [error, setError] = useState<string>();
  const [known, setKnown] = useState(value);
  // The value has changed outside: by the cart's answer or in another tab.
  if (known !== value) {
    setKnown(value);
    setText(String(value));
  }

  const [wasBusy, setWasBusy] = useState(busy);
  // Where the change was refused, the value is what it was.
  if (wasBusy !== busy) {
    setWasBusy(busy);
    if (!busy) setText(String(value));
  }

  function take(next: string): void {
    const checked = checkQuantity(next, min, max);
    if (!checked.ok) {
      setError(checked.message);
      announce(checked.message, 'assertive');
      const fallback = checked.nearest ?? value;
      setText(String(fallback));
      if (fallback !== value) onChange(fallback);
      return;
    }
    setError(undefined);
    setText(String(checked.value));
    if (checked.value !== value) onChange(checked.value);
  }
  const step = (by: 1 | -1) => {
    if (!busy) take(String(Math.max(value + by, min === 0 ? 0 : 1)));
  };

  const button =
    'grid w-[clamp(44px,12vw,3rem)] shrink-0 place-items-center hover:bg-sunken aria-disabled:text-ink-3 aria-disabled:hover:bg-surface';
  return (
    <div>
      <div
        role="group"
        aria-label={`${of}的數量`}
        className="inline-flex h-12 items-stretch overflow-clip rounded-2 border border-line-strong bg-surface"
      >
        <button
          type="button"
          className={button}
          aria-label={min === 0 && value <= 1 ? `移除${of}` : `減少一件${of}`}
          aria-disabled={busy || value <= min || undefined}
          onClick={() => value > min && step(-1)}
        >
          <Icon of={Minus} size={18} />
        </button>
        <input
          id={id}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${of}的數量`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => text !== String(value) && take(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            take(text);
          }}
          className="num w-[min(3.5rem,18vw)] border-x border-line text-center -outline-offset-2"
        />
        <button type="button" className={button} aria-label={`增加一件${of}`} aria-disabled={busy || undefined} onClick={() => step(1)}>
          <Icon of={Plus} size={18} />
        </button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
