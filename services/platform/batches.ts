/**
 * Joins what arrives while the database is busy into one call: the first item goes at the end of the event loop's
 * turn, the rest wait for a free slot. Under load that is one statement for dozens of requests; at rest it adds nothing.
 */
export type Batches<Item, Result> = { add(item: Item): Promise<Result>; idle(): Promise<void> };

export type BatchOptions = {
  /** items in one call at most */
  size: number;
  /** calls under way at most */
  parallel: number;
  /** ms that a call waits for company, for what nobody waits for */
  gatherMs?: number;
  /** ms that a call waits at most for as many as came last time; a call that was alone waits for nobody */
  companyMs?: number;
};

export function batches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { size, parallel, gatherMs, companyMs = 0 }: BatchOptions,
): Batches<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;
  let scheduled = false;
  let lastTime = 1;
  let company: NodeJS.Timeout | undefined;
  let onIdle: (() => void)[] = [];

  function schedule(): void {
    if (company !== undefined && waiting.length >= lastTime) {
      clearTimeout(company);
      company = undefined;
      setImmediate(sendAll);
    }
    if (scheduled || waiting.length === 0 || running >= parallel) return;
    scheduled = true;
    if (gatherMs === undefined) setImmediate(sendOrWait);
    else setTimeout(sendAll, gatherMs);
  }

  function sendOrWait(): void {
    if (companyMs > 0 && waiting.length < lastTime) company = setTimeout(sendAll, companyMs);
    else sendAll();
  }

  function sendAll(): void {
    company = undefined;
    scheduled = false;
    while (waiting.length > 0 && running < parallel) {
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      lastTime = batch.length;
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
