import { isUnavailable } from '../database/unavailable.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { sleep } from '../timing.ts';
import { StoreUnavailable } from './port.ts';
import type { ReaderObserver } from './reader-health.ts';

/**
 * `in-doubt`: a call failed or is late, and a probe finds out why. `unreachable`: for `patienceMs` nothing was answered,
 * the probe neither.
 */
export type StoreState = 'answering' | 'in-doubt' | 'unreachable';

export type StoreHealthOptions = {
  /** One cheap read. It may repeat itself; it ends in any case. */
  probe: () => Promise<unknown>;
  /** ms without an answer until the store counts as unreachable; longer than an ordinary election */
  patienceMs: number;
  /** gets one line when the store or one of its readers goes, and one when it comes */
  logger: Pick<Logger, 'warn' | 'info'>;
  metrics: Metrics;
};

/** ms after which a call without an outcome is a sign of trouble */
const LATE = 500;
/** ms between two looks for late calls */
const LOOK = 100;
/** ms that a probe has at least before it counts as failed */
const PROBE = 1_000;
/** ms between two probes */
const PAUSE = 250;

/**
 * Whether the event store answers this process. Calls and readers report to it, and while it is in doubt it sends one
 * probe at a time. Any answer ends the doubt.
 */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  readonly metrics: ReturnType<typeof storeMetrics>;
  readonly #calls = new Map<symbol, number>();
  #state: StoreState = 'answering';
  #unreachable = new AbortController();
  /** the first sign of trouble, by `performance.now()` */
  #since = 0;
  #reason: unknown;
  #isProbing = false;
  #look: NodeJS.Timeout | undefined;
  #verdict: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: StoreHealthOptions) {
    this.#options = options;
    this.metrics = storeMetrics(options.metrics);
  }

  get state(): StoreState {
    return this.#state;
  }

  /** Aborts when the store becomes unreachable. Each time the store comes back there is a new signal. */
  get signal(): AbortSignal {
    return this.#unreachable.signal;
  }

  /** Called before the signal aborts. A listener of the signal for each command would cost more than the command's wait. */
  readonly onUnreachable = new Set<() => void>();

  /** whether calls take long at this moment, or get no answer */
  isSlow(): boolean {
    const [oldest] = this.#calls.values();
    return this.#state !== 'answering' || (oldest !== undefined && performance.now() - oldest > LATE);
  }

  /** Takes the outcome of a call as a sign of the store's health. */
  async during<T>(call: Promise<T>): Promise<T> {
    const [id, began] = [Symbol('call'), performance.now()];
    this.#calls.set(id, began);
    this.#look ??= setTimeout(() => this.#lookForLateCalls(), LOOK).unref();
    try {
      const result = await call;
      this.answered();
      return result;
    } catch (error) {
      if (isUnavailable(error)) this.#doubt(error, began);
      throw error;
    } finally {
      this.#calls.delete(id);
    }
  }

  /** What the readers of the store report. */
  readonly readers: ReaderObserver = {
    failed: (reader, err, isFirst) => {
      this.metrics.failures.inc({ reader });
      if (isFirst) this.#options.logger.warn({ reader, err }, 'a reader of the event store fails; it tries again');
      this.#doubt(err);
    },
    recovered: (reader, ms) => {
      this.#options.logger.info({ reader, ms: Math.round(ms) }, 'a reader of the event store works again');
      this.answered();
    },
  };

  answered(): void {
    if (this.#state === 'answering') return;
    const was = this.#state;
    this.#state = 'answering';
    clearTimeout(this.#verdict);
    if (was !== 'unreachable') return;
    this.#unreachable = new AbortController();
    this.#options.logger.info({ ms: this.#troubledMs() }, 'the event store answers again; commands are accepted');
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#look);
    clearTimeout(this.#verdict);
  }

  #lookForLateCalls(): void {
    this.#look = undefined;
    const [oldest] = this.#calls.values();
    if (oldest === undefined || this.#closed) return;
    if (performance.now() - oldest > LATE) this.#doubt(new StoreUnavailable(`no answer for ${LATE} ms`), oldest);
    this.#look = setTimeout(() => this.#lookForLateCalls(), LOOK).unref();
  }

  #doubt(error: unknown, since = performance.now()): void {
    if (this.#state !== 'answering' || this.#closed) return;
    this.#state = 'in-doubt';
    this.#since = since;
    this.#reason = error;
    const patience = Math.max(since + this.#options.patienceMs - performance.now(), PROBE);
    this.#verdict = setTimeout(() => this.#giveUp(), patience).unref();
    void this.#probe();
  }

  /** ms since the first sign of trouble */
  #troubledMs(): number {
    return Math.round(performance.now() - this.#since);
  }

  #giveUp(): void {
    if (this.#state !== 'in-doubt' || this.#closed) return;
    this.#state = 'unreachable';
    const line = { ms: this.#troubledMs(), err: this.#reason };
    this.#options.logger.warn(line, 'the event store does not answer; commands are refused until it does');
    for (const tell of this.onUnreachable) tell();
    this.#unreachable.abort();
  }

  /** Probes until something was answered. */
  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    while (this.#state !== 'answering' && !this.#closed) {
      try {
        await this.#options.probe();
        this.answered();
      } catch (error) {
        this.#reason = error;
        await sleep(PAUSE, undefined, { ref: false });
      }
    }
    this.#isProbing = false;
  }
}

/** Failed reads, and the commands that wait for the store. */
function storeMetrics(metrics: Metrics) {
  const refused = metrics.counter(
    'event_store_commands_refused_total',
    'Commands refused because the event store does not answer, or because too many commands wait for it',
    ['why'],
  );
  for (const why of ['unreachable', 'too-many']) refused.inc({ why }, 0);
  return {
    refused,
    waiting: metrics.gauge('event_store_commands_waiting', 'Commands without an outcome yet'),
    failures: metrics.counter('event_store_reader_failures_total', 'Failed reads of a subscription or of what feeds it', ['reader']),
  };
}
