import { useState } from 'react';
import { Labelled } from '../lib/ui.tsx';

/** `value`: undefined: nothing is chosen yet, and something has to be. */
export function Choice<Code extends string>({
  label,
  hint,
  options,
  value,
  choose,
}: {
  label: string;
  hint?: string;
  options: Record<Code, string>;
  value: Code | undefined;
  choose: (code: Code) => void;
}) {
  return (
    <Labelled label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <select {...control} className="input" required value={value ?? ''} onChange={(event) => choose(event.target.value as Code)}>
          {value === undefined && <option value="">請選擇</option>}
          {Object.entries<string>(options).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/**
 * A whole number. An emptied field stays empty, or the digit that came back would be a part of the next amount. One that begins below its
 * minimum begins empty.
 */
export function Whole(props: { label: string; hint: string; min?: number; max: number; value: number; set: (value: number) => void }) {
  const { label, hint, min = 0, max, value, set } = props;
  const [isEmpty, setEmpty] = useState(value < min);
  return (
    <Labelled label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          className="input"
          required
          value={isEmpty ? '' : value}
          onChange={({ target }) => {
            setEmpty(target.value === '');
            set(Math.trunc(Number(target.value)) || 0);
          }}
        />
      )}
    </Labelled>
  );
}

/** Why somebody acts: every act needs it. */
export function Reason(props: { label: string; hint: string; value: string; set: (value: string) => void }) {
  const { label, hint, value, set } = props;
  return (
    <Labelled label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={2}
          minLength={2}
          maxLength={300}
          required
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Labelled>
  );
}
