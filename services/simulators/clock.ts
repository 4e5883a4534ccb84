/** Milliseconds since the epoch. */
export type Now = () => number;

/** The world's time: the machine's (or the test's) clock plus an offset that the control calls move. */
export type SimulatedClock = {
  readonly now: Now;
  /** The clock without the offset; the shop lives by this one. */
  readonly unshifted: Now;
  offsetMs(): number;
  setOffset(ms: number): void;
};

export function simulatedClock(unshifted: Now = Date.now): SimulatedClock {
  let offset = 0;
  return {
    now: () => unshifted() + offset,
    unshifted,
    offsetMs: () => offset,
    setOffset: (ms) => {
      offset = ms;
    },
  };
}

const TAIPEI_MS = 8 * 3_600_000;

/** `yyyy/MM/dd HH:mm:ss` in Taipei time, ECPay's only date format. Taiwan keeps no summer time. */
export function taipeiTime(ms: number): string {
  return new Date(ms + TAIPEI_MS).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
}

/** The first instant of the Taipei day after the one that `ms` lies in. */
export function nextTaipeiMidnight(ms: number): number {
  const day = 86_400_000;
  return (Math.floor((ms + TAIPEI_MS) / day) + 1) * day - TAIPEI_MS;
}
