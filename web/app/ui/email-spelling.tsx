import { useRef, useState } from 'react';
import { setAsTyped } from '../lib/early-input.ts';

/** ms after the last key */
const PAUSE = 300;

/**
 * Asks whether another address was meant, where the typed domain is nearly a frequent one: who orders as a guest and mistypes it gets
 * none of the order's mails. `onInput` belongs to the field.
 */
export function useEmailSpelling() {
  const [meant, setMeant] = useState<{ typed: string; address: string; input: HTMLInputElement }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const look = (input: HTMLInputElement): void => {
    const typed = input.value;
    import('@nordhaut/contracts/email-spelling').then(
      ({ meantEmail }) => {
        const address = meantEmail(typed);
        // Not once the field was left or is gone: what is below it would move away from under a finger.
        if (address && input.value === typed && input === document.activeElement) setMeant({ typed, address, input });
      },
      () => undefined,
    );
  };
  return {
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      // The browser or an extension may fill the field anew while the question has the focus, and the question goes away.
      if (document.activeElement?.closest('[role=status]')) currentTarget.focus();
      setMeant(undefined);
      clearTimeout(timer.current);
      timer.current = setTimeout(look, PAUSE, currentTarget);
    },
    question: (
      <p role="status" className="text-sm">
        {meant && (
          <button
            type="button"
            className="min-h-11 text-start underline underline-offset-4"
            onClick={() => {
              // The program may have filled the field anew.
              if (meant.input.value === meant.typed) setAsTyped(meant.input, 'value', meant.address, 'input');
              else setMeant(undefined);
              meant.input.focus();
            }}
          >
            是不是 <span translate="no">{meant.address}</span>？點這裡更正
          </button>
        )}
      </p>
    ),
  };
}
