/**
 * Collects items into batches, so that one database statement serves many requests under load. The first item is sent at
 * the end of the event loop's turn; later items wait for a free slot.
 */
export type Batches<Item, Result> = { add(item: Item): Promise<Result>; idle(): Promise<void> };

export type BatchOptions = {
  /** maximum items in one batch */
  size: number;
  /** maximum batches in flight */
  parallel: number;
  /** Fixed wait before a batch, in ms. For work whose latency does not matter. */
  gatherMs?: number;
  /** Maximum wait before a batch, in ms. A batch waits only while it has fewer items than the previous batch. */
  maxWaitMs?: number;
};

export function batches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { size, parallel, gatherMs, maxWaitMs = 0 }: BatchOptions,
): Batches<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;
  let scheduled = false;
  let previousSize = 1;
  let waitTimer: NodeJS.Timeout | undefined;
  let onIdle: (() => void)[] = [];

  function schedule(): void {
    if (waitTimer !== undefined && waiting.length >= previousSize) {
      clearTimeout(waitTimer);
      waitTimer = undefined;
      setImmediate(sendAll);
    }
    if (scheduled || waiting.length === 0 || running >= parallel) return;
    scheduled = true;
    if (gatherMs === undefined) setImmediate(sendOrWait);
    else setTimeout(sendAll, gatherMs);
  }

  function sendOrWait(): void {
    if (maxWaitMs > 0 && waiting.length < previousSize) waitTimer = setTimeout(sendAll, maxWaitMs);
    else sendAll();
  }

  function sendAll(): void {
    waitTimer = undefined;
    scheduled = false;
    while (waiting.length > 0 && running < parallel) {
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      previousSize = batch.length;
      void send(batch);
    }
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
