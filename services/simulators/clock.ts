/** Milliseconds since the epoch. */
export type Now = () => number;

/** The time of the simulators: the system clock (or the clock of a test) plus an offset that the control API sets. */
export type SimulatedClock = ReturnType<typeof simulatedClock>;

export function simulatedClock(unshifted: Now = Date.now) {
  let offset = 0;
  return {
    now: () => unshifted() + offset,
    /** The clock without the offset, as in the shop. */
    unshifted,
    offsetMs: () => offset,
    setOffset: (ms: number): void => {
      offset = ms;
    },
  };
}

const TAIPEI_MS = 8 * 3_600_000;

/** `yyyy/MM/dd HH:mm:ss` in Taipei time, ECPay's only date format. Taiwan has no daylight saving time. */
export function taipeiTime(ms: number): string {
  return new Date(ms + TAIPEI_MS).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
}

/** The start of the next day in Taipei, in ms since the epoch. */
export function nextTaipeiMidnight(ms: number): number {
  const day = 86_400_000;
  return (Math.floor((ms + TAIPEI_MS) / day) + 1) * day - TAIPEI_MS;
}
