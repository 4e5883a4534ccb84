import { randomUUID } from 'node:crypto';
import type { Now } from './clock.ts';
import type { Faults, Provider } from './faults.ts';
import type { Job, Scheduler } from './scheduler.ts';

/** A webhook call from a provider to the shop. */
export type Callback = {
  provider: Provider;
  /** Trade number or transaction id. Callbacks of one subject are sent in order. */
  subject: string;
  url: string;
  contentType: string;
  /** Further headers, such as a signature. */
  headers?: Record<string, string>;
  body: string;
  /** The body for the fault `bad-mac`. */
  spoiltBody?: string;
  /** The exact answer that confirms the callback. Default: any answer with HTTP 200. */
  expects?: string;
  /** Waits before each retry, in ms. */
  waits: readonly number[];
};

export type Delivery = { subject: string; url: string; at: number; attempt: number; outcome: string; accepted: boolean };

export type WebhookSender = ReturnType<typeof createWebhookSender>;

const AT_ONCE = 32;
const MAX_DELIVERIES = 500;
const TIMEOUT_MS = 10_000;

export function createWebhookSender(scheduler: Scheduler, faults: Faults, now: Now, retryFactor: number) {
  type Queued = { callback: Callback; attempt: number };
  let deliveries: Delivery[] = [];
  let held: Job[] = [];
  let ready: Job[] = [];
  let busy = 0;
  const inFlight = new Set<string>();

  scheduler.on('callback', (job) => {
    ready.push(job);
    pump();
  });

  function pump() {
    for (let i = 0; i < ready.length && busy < AT_ONCE; ) {
      const job = ready[i] as Job;
      const { subject } = (job.data as Queued).callback;
      if (inFlight.has(subject)) i++;
      else {
        ready.splice(i, 1);
        inFlight.add(subject);
        busy++;
        void attempt(job).finally(() => {
          inFlight.delete(subject);
          busy--;
          pump();
        });
      }
    }
  }

  async function attempt(job: Job): Promise<void> {
    const { callback, attempt: n } = job.data as Queued;
    const fault = n === 0 ? faults.forCallback(callback.provider) : undefined;
    if (fault?.mode === 'reorder-callbacks') {
      held.push(job);
      if (fault.times > 0) return;
      const release = held.reverse();
      held = [];
      for (const late of release) await deliver(late, undefined);
      return;
    }
    await deliver(job, fault?.mode);
  }

  async function deliver(job: Job, fault: string | undefined): Promise<void> {
    const { callback, attempt: n } = job.data as Queued;
    let outcome = await post(callback, fault === 'bad-mac' ? (callback.spoiltBody ?? callback.body) : callback.body);
    if (fault === 'duplicate-callback') outcome = await post(callback, callback.body);
    const accepted = callback.expects === undefined ? outcome.status === 200 : outcome.status === 200 && outcome.text === callback.expects;
    deliveries.push({
      subject: callback.subject,
      url: callback.url,
      at: now(),
      attempt: n + 1,
      outcome: `${outcome.status} ${outcome.text.slice(0, 80)}`,
      accepted,
    });
    if (deliveries.length > 2 * MAX_DELIVERIES) deliveries = deliveries.slice(-MAX_DELIVERIES);
    const wait = callback.waits[n];
    // The job does not exist any more after a reset.
    if (!scheduler.get(job.id)) return;
    if (accepted || wait === undefined) scheduler.done(job.id);
    else scheduler.at({ ...job, dueAt: now() + wait * retryFactor, data: { callback, attempt: n + 1 } });
  }

  return {
    send: (callback: Callback): void => {
      const job: Job = { id: randomUUID(), kind: 'callback', dueAt: now(), data: { callback, attempt: 0 } satisfies Queued };
      scheduler.at(job);
    },
    /** The latest attempts, newest last. */
    deliveries: (): readonly Delivery[] => deliveries,
    waiting: () => [...scheduler.jobs()].filter((job) => job.kind === 'callback').length,
    reset: (): void => {
      deliveries = [];
      held = [];
      ready = [];
    },
  };
}

async function post(callback: Callback, body: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(callback.url, {
      method: 'POST',
      headers: { ...callback.headers, 'content-type': callback.contentType },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    return { status: 0, text: cause instanceof Error ? cause.message : String(cause) };
  }
}
