import type { RecordStore, Table } from './record-store.ts';
import type { Now } from './clock.ts';

export type Job = { id: string; kind: string; dueAt: number; data: unknown };

/**
 * Jobs at simulated times: a parcel's next move, a callback's retry. A job is stored until it is done or rescheduled, so
 * a job that a restart interrupted runs again.
 */
export type Scheduler = ReturnType<typeof createScheduler>;

const LONGEST_TIMER_MS = 2_000_000_000;

export function createScheduler(records: RecordStore, now: Now) {
  const table: Table<Job> = records.table('jobs');
  const handlers = new Map<string, (job: Job) => void>();
  const queue = minHeap();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const arm = () => {
    clearTimeout(timer);
    const first = queue.peek();
    if (!first || stopped) return;
    timer = setTimeout(wake, Math.min(Math.max(0, first.dueAt - now()), LONGEST_TIMER_MS));
  };
  const wake = () => {
    for (let first = queue.peek(); first && first.dueAt <= now(); first = queue.peek()) {
      queue.pop();
      const job = table.get(first.id);
      // An entry is stale when its job has been rescheduled or done.
      if (job && job.dueAt === first.dueAt) handlers.get(job.kind)?.(job);
    }
    arm();
  };

  for (const job of table.all()) queue.push(job);
  const started = setImmediate(arm);

  return {
    on: (kind: string, run: (job: Job) => void): void => void handlers.set(kind, run),
    /** Adds the job, or reschedules the job of the same id. `dueAt` in ms of simulated time. */
    at: (job: Job): void => {
      table.put(job.id, job);
      queue.push({ id: job.id, dueAt: job.dueAt });
      if (queue.peek()?.id === job.id) arm();
    },
    done: (id: string): void => table.delete(id),
    get: (id: string) => table.get(id),
    jobs: () => table.all(),
    /** Runs all due jobs. Call it after a change of the clock. */
    wake,
    reset: () => queue.clear(),
    stop: (): void => {
      stopped = true;
      clearImmediate(started);
      clearTimeout(timer);
    },
  };
}

type Due = { id: string; dueAt: number; order: number };

/**
 * A binary heap, because an insert into a sorted array is O(n) and thousands of parcels have jobs at the same time.
 * Jobs with the same time run in the order of insertion, so a parcel's callbacks keep their order.
 */
function minHeap() {
  let items: Due[] = [];
  let order = 0;
  const before = (a: number, b: number) => {
    const [x, y] = [items[a] as Due, items[b] as Due];
    return x.dueAt < y.dueAt || (x.dueAt === y.dueAt && x.order < y.order);
  };
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b] as Due, items[a] as Due];
  };
  return {
    peek: () => items[0],
    push: (due: { id: string; dueAt: number }) => {
      let at = items.push({ id: due.id, dueAt: due.dueAt, order: order++ }) - 1;
      for (let up = (at - 1) >> 1; at > 0 && before(at, up); at = up, up = (at - 1) >> 1) swap(at, up);
    },
    pop: () => {
      const last = items.pop();
      if (!last || items.length === 0) return;
      items[0] = last;
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < items.length && before(child, least)) least = child;
        if (least === at) return;
        swap(at, least);
        at = least;
      }
    },
    clear: () => {
      items = [];
    },
  };
}
