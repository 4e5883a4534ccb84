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

/**
 * The commands that have no outcome yet. While the store does not answer, those that may fail fast are refused; while it
 * is slow, at most `most` of them wait. The others wait for as long as the store's adapter tries.
 */
export class Waiting {
  readonly #health: StoreHealth | undefined;
  readonly #most: number;
  #count = 0;

  constructor(health: StoreHealth | undefined, most: number) {
    this.#health = health;
    this.#most = most;
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
    health.metrics.waiting.set(++this.#count);
    try {
      if (!failFast) return await health.during(work(undefined));
      return await this.#unlessUnreachable(health, health.during(work(health.signal)));
    } finally {
      health.metrics.waiting.set(--this.#count);
    }
  }

  #refusal(): WhyRefused | undefined {
    if (this.#health?.state === 'unreachable') return 'unreachable';
    return this.#health?.isSlow() && this.#count >= this.#most ? 'too-many' : undefined;
  }

  #refused(why: WhyRefused): TemporarilyRefused {
    this.#health?.metrics.refused.inc({ why });
    return new TemporarilyRefused(why);
  }

  async #unlessUnreachable<T>({ onUnreachable }: StoreHealth, call: Promise<T>): Promise<T> {
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(this.#refused('unreachable'));
    onUnreachable.add(giveUp);
    try {
      return await Promise.race([call, refused]);
    } finally {
      onUnreachable.delete(giveUp);
    }
  }
}
