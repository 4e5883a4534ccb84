import { useState } from 'react';

type Held<Answer> = { what: string; shown: Answer; latest: Answer; next: boolean };

/** Pure: what is shown after an answer came. The first answer for `what` is shown; newer ones wait, except a requested one. */
export function heldAfter<Answer>(held: Held<Answer> | undefined, what: string, answer: Answer): Held<Answer> {
  if (held?.what !== what) return { what, shown: answer, latest: answer, next: false };
  if (held.latest === answer) return held;
  return held.next ? { what, shown: answer, latest: answer, next: false } : { ...held, latest: answer };
}

/**
 * Shows the first answer and holds newer ones back, so that nothing moves under a reader. `show` shows the newest one.
 * `showNext`: the next one is shown as it comes, because the reader's own command caused it.
 * @param what whose answer it is; another one's is shown at once
 * @param answer undefined while it loads: the former one stays
 */
export function useHeld<Answer>(what: string, answer: Answer | undefined) {
  const [held, setHeld] = useState<Held<Answer>>();
  const now = answer === undefined ? held : heldAfter(held, what, answer);
  // During rendering, as React advises for state that follows a property.
  if (now !== held) setHeld(now);
  return {
    shown: now?.shown,
    latest: now?.latest,
    show: () => setHeld((before) => before && { ...before, shown: before.latest }),
    showNext: () => setHeld((before) => before && { ...before, next: true }),
  };
}
