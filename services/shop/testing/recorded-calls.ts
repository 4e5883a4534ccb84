import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { TestShop } from './test-shop.ts';

type Any = Record<string, (...given: never[]) => unknown>;

const STORE = ['append', 'appendMany', 'appendTogether', 'read', 'readAll'];
const CRYPTO = ['hash', 'createHash', 'createHmac', 'timingSafeEqual', 'createCipheriv', 'createDecipheriv'];

/**
 * Records what a request makes a shop in this process do: calls of its event store, statements, and cryptographic
 * functions. Work of the shop's own roles does not count.
 */
export function recordCalls({ shop }: TestShop): {
  during<T>(work: () => Promise<T>): Promise<{ calls: string[]; result: T }>;
  stop(): void;
} {
  const recorder = new AsyncLocalStorage<string[]>();
  const undo: (() => void)[] = [];

  function wrap(target: object, name: string, nameOf: (given: unknown[]) => string): void {
    const methods = target as Any;
    const own = Object.getOwnPropertyDescriptor(target, name);
    const original = methods[name] as (...given: never[]) => unknown;
    methods[name] = function recorded(this: unknown, ...given: never[]) {
      recorder.getStore()?.push(nameOf(given));
      return original.apply(this, given);
    };
    undo.push(() => (own ? Object.defineProperty(target, name, own) : delete methods[name]));
  }

  const { store, pool } = shop.engine;
  const category = (given: unknown): string => {
    const streams = (Array.isArray(given) ? given : [given]) as (string | { stream: string })[];
    return streams.map((one) => (typeof one === 'string' ? one : one.stream).split('-')[0]).join('+');
  };
  for (const name of STORE) wrap(store, name, ([first]) => `store ${name} ${category(first)}`);
  wrap(pool, 'query', ([first]) => `statement ${(first as { name?: string }).name ?? String((first as { text?: string }).text ?? first)}`);
  for (const name of CRYPTO) wrap(crypto, name, ([first]) => `crypto ${name} ${typeof first === 'string' ? first : ''}`.trim());
  syncBuiltinESMExports();

  return {
    async during(work) {
      const calls: string[] = [];
      const result = await recorder.run(calls, work);
      return { calls: [...calls], result };
    },
    stop() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}
