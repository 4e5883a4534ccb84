import { createCommands, type Commands } from '@nordhaut/platform/envelope';
import type { EventStore } from '@nordhaut/platform/event-store';
import { createMetrics } from '@nordhaut/platform/telemetry';
import { joinBuying, type Providers } from '../buying.ts';
import type { Engine } from '../engine.ts';
import { buildShopApp } from '../roles/http.ts';

/** Thrown by every call of a shop that died. */
class Died extends Error {}

/**
 * Counts the calls that change something outside the process: appends, and calls to the processor and the carrier.
 * The last of `survives` calls is done outside, but the shop never gets its answer, and no later call leaves the
 * process. A death right before a call equals the death right after the previous one: only memory lies between them.
 */
function lifeLine() {
  let survives = Number.POSITIVE_INFINITY;
  let calls = 0;
  const demandLife = (): void => {
    if (calls >= survives) throw new Died('the shop died');
  };
  return {
    calls: () => calls,
    arm(most: number): void {
      [survives, calls] = [most, 0];
    },
    /** a call that counts */
    counted:
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        demandLife();
        calls += 1;
        const result = await work(...args);
        demandLife();
        return result;
      },
    /** a call that changes nothing */
    alive:
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        demandLife();
        const result = await work(...args);
        demandLife();
        return result;
      },
  };
}
type LifeLine = ReturnType<typeof lifeLine>;

/** `together: false`: as a store that cannot append to several streams at once, so that each append is a moment to die. */
function mortalStore(store: EventStore, { counted, alive }: LifeLine, together: boolean): EventStore {
  const appendTogether = together ? store.appendTogether?.bind(store) : undefined;
  return {
    append: counted((...args) => store.append(...args)),
    appendMany: counted((...args) => store.appendMany(...args)),
    ...(appendTogether && { appendTogether: counted(appendTogether) }),
    read: alive((...args) => store.read(...args)),
    readAll: alive((...args) => store.readAll(...args)),
    head: alive(() => store.head()),
    subscribe: (...args) => store.subscribe(...args),
    close: () => Promise.resolve(),
  };
}

const mortalProviders = ({ processor, carrier }: Providers, { counted, alive }: LifeLine): Providers => ({
  processor: { ...processor, pay: counted(processor.pay), refund: counted(processor.refund), find: alive(processor.find) },
  carrier: { ...carrier, create: counted(carrier.create), cancel: counted(carrier.cancel), query: alive(carrier.query) },
});

export type DoomedShop = {
  url: string;
  commands: Commands;
  /** counts from now on, and dies with the call of this number; Infinity: never */
  arm(survives: number): void;
  /** calls made since */
  calls(): number;
  close(): Promise<void>;
};

/**
 * The HTTP application of a shop that dies at one of its calls, on the database and the providers of `engine`. It has
 * no sweeper, poller or projector: whatever it leaves open is left to the next shop.
 */
export async function doomedShop(engine: Engine, { together }: { together: boolean }): Promise<DoomedShop> {
  const line = lifeLine();
  const store = mortalStore(engine.store, line, together);
  const own: Engine = {
    ...engine,
    store,
    commands: createCommands({ store, codec: engine.codec }),
    metrics: createMetrics({ process: false }),
  };
  const buying = joinBuying(own, { around: (providers) => mortalProviders(providers, line) });
  const { app, close } = await buildShopApp(own, buying, { waitFor: () => Promise.resolve(true), ready: () => Promise.resolve([]) });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    commands: own.commands,
    arm: line.arm,
    calls: line.calls,
    close: async () => {
      await app.close();
      await close();
      await buying.close();
    },
  };
}
