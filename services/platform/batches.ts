/**
 * Collects items into batches, so that one database statement serves many requests under load. The first item is sent at
 * the end of the event loop's turn; later items wait for a free slot.
 */
export type Batches<Item, Result> = { add(item: Item): Promise<Result>; idle(): Promise<void> };

export type BatchOptions<Item> = {
  /** Maximum items in one batch; with `weigh`, their maximum weight. A single item may be heavier. */
  size: number;
  weigh?: (item: Item) => number;
  /** maximum batches in flight */
  parallel: number;
  /** Sends another batch while one is in flight only if more items wait than this, and then at once; default 0 */
  besideFrom?: number;
  /** Fixed wait before a batch, in ms. For work whose latency does not matter. */
  gatherMs?: number;
  /** Maximum wait before a batch, in ms. A batch waits only while it has fewer items than the previous batch. */
  maxWaitMs?: number;
};

export function batches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { size, weigh = () => 1, parallel, besideFrom = 0, gatherMs, maxWaitMs = 0 }: BatchOptions<Item>,
): Batches<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let running = 0;
  let scheduled = false;
  let previousSize = 1;
  let waitTimer: NodeJS.Timeout | undefined;
  let onIdle: (() => void)[] = [];

  const maySend = (): boolean => running < parallel && waiting.length > (running === 0 ? 0 : besideFrom);

  function schedule(): void {
    if (waitTimer !== undefined && waiting.length >= previousSize) {
      clearTimeout(waitTimer);
      waitTimer = undefined;
      setImmediate(sendAll);
    }
    if (scheduled || !maySend()) return;
    scheduled = true;
    if (gatherMs === undefined) setImmediate(sendOrWait);
    else setTimeout(sendAll, gatherMs);
  }

  function sendOrWait(): void {
    const isBeside = besideFrom > 0 && running > 0;
    if (maxWaitMs > 0 && !isBeside && waiting.length < previousSize) waitTimer = setTimeout(sendAll, maxWaitMs);
    else sendAll();
  }

  function sendAll(): void {
    waitTimer = undefined;
    scheduled = false;
    while (maySend()) {
      const batch = take();
      previousSize = batch.length;
      void send(batch);
    }
  }

  function take(): Waiting[] {
    let weight = 0;
    const end = waiting.findIndex(({ item }, index) => (weight += weigh(item)) > size && index > 0);
    return waiting.splice(0, end === -1 ? waiting.length : end);
  }

  async function send(batch: Waiting[]): Promise<void> {
    running++;
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      schedule();
      if (running === 0 && waiting.length === 0) {
        for (const resolve of onIdle) resolve();
        onIdle = [];
      }
    }
  }

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      }),
    idle: () => (running === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
  };
}
