import { MAX_QUANTITY } from '@nordhaut/contracts';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { announce } from '../lib/announce.ts';
import { checkQuantity } from '../lib/quantity.ts';
import { FieldError } from './field.tsx';

type Props = {
  /** Whose quantity: part of every control's name, e.g. the product's. */
  of: string;
  value: number;
  onChange: (value: number) => void;
  /** 0 where the minus at 1 removes the line. */
  min?: number;
  max?: number;
  id?: string;
  /** A change is under way: plus and minus wait. */
  busy?: boolean;
};

/**
 * Minus, number, plus. A typed value counts when the field is left or Enter is pressed; what does not fit is said in
 * the specification's words (spec/1-catalogue-and-content §5) and the nearest allowed number is taken.
 */
export function QuantityStepper({ of, value, onChange, min = 1, max = MAX_QUANTITY, id: given, busy = false }: Props) {
  const made = useId();
  const id = given ?? made;
  const [text, setText] = useState(String(value));
  const [error, setError] = useState<string>();
  const [known, setKnown] = useState(value);
  // The number came from elsewhere: the cart's answer, another tab.
  if (known !== value) {
    setKnown(value);
    setText(String(value));
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

  const button = 'grid w-12 shrink-0 place-items-center hover:bg-sunken aria-disabled:text-ink-3 aria-disabled:hover:bg-surface';
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
          <Minus size={18} aria-hidden />
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
          className="num w-14 border-x border-line text-center -outline-offset-2"
        />
        <button type="button" className={button} aria-label={`增加一件${of}`} aria-disabled={busy || undefined} onClick={() => step(1)}>
          <Plus size={18} aria-hidden />
        </button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
