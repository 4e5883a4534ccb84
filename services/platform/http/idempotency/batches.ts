/**
 * Joins what arrives while the database is busy into one call: the first item goes at the end of the event loop's
 * turn, the rest wait for a free slot. Under load that is one statement for dozens of requests; at rest it adds nothing.
 * With `gatherMs` a call waits that long for company, for what nobody waits for.
 */
export type Batches<Item, Result> = { add(item: Item): Promise<Result>; idle(): Promise<void> };

export function batches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  options: { size: number; parallel: number; gatherMs?: number },
): Batches<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;
  let scheduled = false;
  let onIdle: (() => void)[] = [];

  const { gatherMs } = options;
  const soon = (work: () => void): void => void (gatherMs === undefined ? setImmediate(work) : setTimeout(work, gatherMs));

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= options.parallel) return;
    scheduled = true;
    soon(() => {
      scheduled = false;
      while (waiting.length > 0 && running < options.parallel) {
        const batch = waiting.slice(0, options.size);
        waiting = waiting.slice(options.size);
        void send(batch);
      }
    });
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
        for (const settle of onIdle) settle();
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
