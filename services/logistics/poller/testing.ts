import { pollPace } from './next-due.ts';
import type { PollClock } from './poller.ts';
import type { DueParcel, PollSource } from './source.ts';

type Sleeper = { at: number; wake: () => void };

/** A clock that advances only while all callers sleep. Hours of polling run in seconds, always in the same order. */
export function virtualClock(start: Date): PollClock & { runUntil(end: number): Promise<void> } {
  let now = start.getTime();
  const sleepers: Sleeper[] = [];
  const heard = new WeakSet<AbortSignal>();
  /** One listener for all sleepers, because adding a listener to a signal costs time for each one that it has. */
  const wakeOn = (signal: AbortSignal): void => {
    if (heard.has(signal)) return;
    heard.add(signal);
    signal.addEventListener('abort', () => {
      for (const { wake } of sleepers.splice(0)) wake();
    });
  };
  return {
    now: () => new Date(now),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = { at: now + ms, wake: resolve };
        // The list is sorted by time; of two equal times, the earlier sleeper comes first.
        let place = sleepers.length;
        while (place > 0 && (sleepers[place - 1]?.at ?? 0) > sleeper.at) place--;
        sleepers.splice(place, 0, sleeper);
        wakeOn(signal);
      }),
    async runUntil(end) {
      for (;;) {
        await new Promise((go) => setImmediate(go));
        const next = sleepers[0];
        if (next === undefined || next.at > end) break;
        sleepers.shift();
        now = Math.max(now, next.at);
        next.wake();
      }
      now = end;
    },
  };
}

/** The poll times of some parcels, in memory. */
export function memorySource(parcels: readonly DueParcel[]) {
  const due = new Map<string, { parcel: DueParcel; at: number }>();
  const add = (parcel: DueParcel) => due.set(parcel.tradeNo, { parcel, at: parcel.changedAt.getTime() + pollPace(1).firstMs });
  for (const parcel of parcels) add(parcel);
  let biggest = 0;
  const source: PollSource = {
    async due(now, limit) {
      const ready = [...due.values()]
        .filter(({ at }) => at <= now.getTime())
        .sort((a, b) => a.at - b.at)
        .slice(0, limit);
      biggest = Math.max(biggest, ready.length);
      return ready.map(({ parcel: p }) => p);
    },
    async polled(outcomes) {
      for (const { tradeNo, nextDueAt, failures } of outcomes) {
        const entry = due.get(tradeNo);
        if (entry === undefined) throw new Error(tradeNo);
        if (nextDueAt === undefined) due.delete(tradeNo);
        else due.set(tradeNo, { parcel: { ...entry.parcel, failures }, at: nextDueAt.getTime() });
      }
    },
  };
  return { source, due, add, biggest: () => biggest };
}
