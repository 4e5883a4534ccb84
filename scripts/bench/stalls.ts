import { appendFileSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';

/** ms since epoch */
export type Stall = { cause: 'collector' | 'ours' | 'disk' | 'server'; from: number; to: number };

/** ms that something takes to count as a stall */
const LONG = { collector: 10, ours: 30, disk: 30, server: 30 };
const INTERVAL = 50;

/** Writes the garbage collector's pauses and the delays of the event loop to the file that STALLS_FILE names. */
export function reportStalls(): void {
  const path = process.env['STALLS_FILE'];
  if (path === undefined) return;
  const report = (cause: Stall['cause'], from: number, to: number): void => {
    if (to - from >= LONG[cause]) appendFileSync(path, `${JSON.stringify({ cause, from, to })}\n`);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const from = performance.timeOrigin + startTime;
      report('collector', from, from + duration);
    }
  }).observe({ entryTypes: ['gc'] });
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    report('ours', last + 10, now);
    last = now;
  }, 10).unref();
}

export const readStalls = (path: string): Stall[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Stall);

/** Writes to the disk and reads from the event store, again and again, until `stop`; the slow ones are stalls. */
export function probeStalls(url: string, folder: string): { stalls: Stall[]; stop(): Promise<void> } {
  const stalls: Stall[] = [];
  const stopping = new AbortController();
  const timed = async (cause: Stall['cause'], work: () => Promise<unknown>): Promise<void> => {
    while (!stopping.signal.aborted) {
      const from = Date.now();
      await work().catch(() => undefined);
      if (Date.now() - from >= LONG[cause]) stalls.push({ cause, from, to: Date.now() });
      await sleep(INTERVAL, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const disk = async (): Promise<void> => {
    const file = await open(`${folder}/probe`, 'w');
    const page = Buffer.alloc(4096, 1);
    await timed('disk', async () => {
      await file.write(page, 0, page.length, 0);
      await file.datasync();
    });
    await file.close();
  };
  const server = async (): Promise<void> => {
    const client = EventStoreDBClient.connectionString(url);
    await timed('server', async () => {
      try {
        for await (const event of client.readStream('probe-none', { maxCount: 1 })) void event;
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error;
      }
    });
    await client.dispose();
  };
  const running = Promise.all([disk(), server()]);
  return {
    stalls,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** The cause that covers most of the time; `none` if no stall covers a fifth of it. A pause of the collector delays the event loop too. */
export function causeOf({ from, to }: { from: number; to: number }, stalls: readonly Stall[]): Stall['cause'] | 'none' {
  const covered = new Map<Stall['cause'], number>();
  for (const stall of stalls) {
    const common = Math.min(to, stall.to) - Math.max(from, stall.from);
    if (common > 0) covered.set(stall.cause, (covered.get(stall.cause) ?? 0) + common);
  }
  const own = covered.get('ours');
  if (own !== undefined) covered.set('ours', own - (covered.get('collector') ?? 0));
  const [most] = [...covered].toSorted(([, one], [, other]) => other - one);
  return most && most[1] >= (to - from) / 5 ? most[0] : 'none';
}
