const DAY = 86_400_000;
// Sweden writes dates as ISO does.
const TAIPEI = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' });

/** The last days in Taipei, today included. */
export const lastDays = (count: number, now: Date): { from: string; to: string } => ({
  from: TAIPEI.format(now.getTime() - (count - 1) * DAY),
  to: TAIPEI.format(now),
});
