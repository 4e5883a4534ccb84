import { StoreUnavailable } from '../event-store/port.ts';
import type { StoreHealth } from '../event-store/store-health.ts';

/** Why a command was refused: the store does not answer, or too many commands wait for it already. */
export type WhyRefused = 'unreachable' | 'too-many';

/**
 * The command was refused for now. It had no effect, except where its append was under way when the store stopped
 * answering: then the outcome is unknown. In both cases the same command may be sent again.
 */
export class TemporarilyRefused extends StoreUnavailable {
  readonly why: WhyRefused;
  constructor(why: WhyRefused) {
    super(why === 'unreachable' ? 'the event store does not answer' : 'too many commands wait for the event store');
    this.name = 'TemporarilyRefused';
    this.why = why;
  }
}

export type WaitingObserver = {
  /** commands without an outcome */
  waiting?(count: number): void;
  refused?(why: WhyRefused): void;
};

/**
 * The commands that have no outcome yet. While the store does not answer, those that may fail fast are refused; while it
 * is slow, at most `most` of them wait. The others wait for as long as the store's adapter tries.
 */
export class Waiting {
  readonly #health: StoreHealth | undefined;
  readonly #most: number;
  readonly #observer: WaitingObserver;
  /** Gives up the commands of a signal that may fail fast. One listener serves all of them, because a listener for each command would cost more than the wait. */
  readonly #giveUp = new WeakMap<AbortSignal, Set<() => void>>();
  #count = 0;

  constructor(health: StoreHealth | undefined, most: number, observer: WaitingObserver = {}) {
    this.#health = health;
    this.#most = most;
    this.#observer = observer;
  }

  /** Whether a command that may fail fast is accepted now. */
  accepts(): boolean {
    return this.#refusal() === undefined;
  }

  /** @param signal of `work`: aborts when its result is not waited for any more @throws TemporarilyRefused only with `failFast` */
  async during<T>(failFast: boolean, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const health = this.#health;
    if (!health) return work(undefined);
    const refusal = failFast ? this.#refusal() : undefined;
    if (refusal) throw this.#refused(refusal);
    this.#observer.waiting?.(++this.#count);
    try {
      if (!failFast) return await health.during(work(undefined));
      const { signal } = health;
      const call = health.during(work(signal));
      // Also rejects where the work itself has seen the signal first and failed with another error.
      return await this.#unlessAborted(call, signal);
    } finally {
      this.#observer.waiting?.(--this.#count);
    }
  }

  #refusal(): WhyRefused | undefined {
    if (this.#health?.state === 'unreachable') return 'unreachable';
    return this.#health?.isSlow() && this.#count >= this.#most ? 'too-many' : undefined;
  }

  #refused(why: WhyRefused): TemporarilyRefused {
    this.#observer.refused?.(why);
    return new TemporarilyRefused(why);
  }

  async #unlessAborted<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
    const waiting = this.#waitingFor(signal);
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(this.#refused('unreachable'));
    waiting.add(giveUp);
    try {
      return await Promise.race([call, refused]);
    } finally {
      waiting.delete(giveUp);
    }
  }

  #waitingFor(signal: AbortSignal): Set<() => void> {
    const known = this.#giveUp.get(signal);
    if (known) return known;
    const waiting = new Set<() => void>();
    this.#giveUp.set(signal, waiting);
    signal.addEventListener('abort', () => waiting.forEach((giveUp) => giveUp()), { once: true });
    return waiting;
  }
}
