import { useEffect, useEffectEvent } from 'react';

/** The longest time that a browser's timer takes, in ms. */
const LONGEST = 2_000_000_000;

/** Calls `turn` when the project's state changes, by the time that the server gave (decisions.md 67). */
export function useTurn(turnsIn: number | null, turn: () => void): void {
  const act = useEffectEvent(turn);
  useEffect(() => {
    if (turnsIn === null) return;
    const timer = setTimeout(act, Math.min(turnsIn + 100, LONGEST));
    return () => clearTimeout(timer);
  }, [turnsIn]);
}
