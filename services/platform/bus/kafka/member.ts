import { setTimeout as sleep } from 'node:timers/promises';
import { Outrun } from '../positions.ts';
import { type EachBatchPayload, type KafkaClient, type KafkaLogger, within } from './client.ts';
import { type Assigned, type ConsumerMetrics, type Delivery, readFrom } from './delivery.ts';
import { isLostPlace, kafkaTrouble } from './failures.ts';

export type MemberOptions = {
  client: KafkaClient;
  /** asked at every joining */
  groupId: () => string;
  /** of the consumer, for the log */
  name: string;
  delivery: Delivery;
  logger: KafkaLogger;
  metrics: ConsumerMetrics;
  /** why it has no connection or no place in its group; undefined once it has */
  tell: (trouble: string | undefined) => void;
  /** ms between two tries of what is held back */
  parkedRetryMs: number;
};

export type Member = { stop(): Promise<void> };

/** What this process has to handle until the group shares out anew. */
type Term = { ending: AbortController; assigned: Map<number, Assigned> };

const RETRY_MS = { first: 250, most: 2_000 };
const BEAT_MS = 1_000;
const SETTLE_MS = 1_000;
const GOODBYE = 5_000;

/**
 * Keeps a member in its group for as long as it lives, through brokers that go away and come back. One batch at a
 * time, whatever the number of partitions. Places come from `delivery`, not from Kafka: at every sharing-out the
 * partitions rest until their places are known.
 */
export function keepMember(options: MemberOptions): Member {
  const { client, delivery, logger, name } = options;
  const { topic } = client.settings;
  const stopping = new AbortController();
  let term: Term | undefined;
  let turns: Promise<unknown> = Promise.resolve();

  /** One after another: batches of the group and tries of what is held back. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = turns.then(work);
    turns = turn.catch(() => undefined);
    return turn;
  };

  function endTerm(reason?: unknown): void {
    term?.ending.abort(reason);
    term = undefined;
  }

  const running = (async () => {
    for (let wait = RETRY_MS.first; !stopping.signal.aborted; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        await session(() => (wait = RETRY_MS.first));
      } catch (error) {
        const { message } = kafkaTrouble(error, client.settings);
        logger.debug({ consumer: name, err: error }, 'the member of the group ended');
        options.tell(message);
      }
      endTerm();
      await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  const retrying = setInterval(() => {
    const current = term;
    if (current) inTurn(() => delivery.retryParked(current.ending.signal)).catch(() => undefined);
  }, options.parkedRetryMs);
  retrying.unref();

  const settling = setInterval(() => {
    for (const assigned of term?.assigned.values() ?? []) inTurn(() => delivery.settle(assigned)).catch(() => undefined);
  }, SETTLE_MS);
  settling.unref();

  /** From joining to the client's giving up. @throws why it gave up */
  async function session(joined: () => void): Promise<void> {
    const member = client.groupMember(options.groupId());
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined);
    let over = false;
    const onStop = (): void => ended.resolve();
    stopping.signal.addEventListener('abort', onStop, { once: true });
    member.on('consumer.crash', ({ payload }) => ended.reject(payload.error));
    // Heard before the client asks for messages: it must not ask before the places are known.
    member.on('consumer.group_join', ({ payload }) => {
      joined();
      options.tell(undefined);
      takeUp(payload.memberAssignment[topic] ?? []);
    });

    function takeUp(partitions: number[]): void {
      endTerm();
      const ending = new AbortController();
      const mine: Term = { ending, assigned: new Map() };
      term = mine;
      member.pause([{ topic, partitions }]);
      inTurn(async () => {
        if (ending.signal.aborted) return;
        mine.assigned = await places(partitions, ending.signal);
        if (ending.signal.aborted) return;
        for (const [partition, assigned] of mine.assigned) member.seek({ topic, partition, offset: String(readFrom(assigned)) });
        member.resume([{ topic, partitions }]);
        await delivery.retryParked(ending.signal);
      }).catch((error: unknown) => {
        if (!ending.signal.aborted) ended.reject(error);
      });
    }

    async function eachBatch({ batch, resolveOffset, heartbeat, isStale }: EachBatchPayload): Promise<void> {
      const mine = term;
      const assigned = mine?.assigned.get(batch.partition);
      if (!mine || !assigned || isStale()) return;
      const { signal } = mine.ending;
      // A handler may take longer than the group waits for a sign of life.
      const beating = setInterval(() => {
        heartbeat().catch((error: unknown) => isLostPlace(error) && mine.ending.abort(error));
      }, BEAT_MS);
      try {
        await inTurn(() => delivery.handle(assigned, batch.messages, signal));
        resolveOffset(batch.lastOffset());
        const { lag } = options.metrics;
        lag?.(name, batch.partition, Number(BigInt(batch.highWatermark) - BigInt(batch.lastOffset()) - 1n));
      } catch (error) {
        if (isLostPlace(signal.reason)) throw signal.reason;
        if (signal.aborted) return;
        const reason = (error as Error).message;
        logger.warn({ consumer: name, partition: batch.partition, reason }, 'consumer starts again from its place');
        // Somebody else is at work here: the group will say so, and until then this process keeps out of the way.
        await sleep(error instanceof Outrun ? BEAT_MS : RETRY_MS.first, undefined, { signal }).catch(() => undefined);
        if (term === mine) takeUp([...mine.assigned.keys()]);
      } finally {
        clearInterval(beating);
      }
    }

    async function begin(): Promise<void> {
      await member.connect();
      if (!over) await member.subscribe({ topics: [topic], fromBeginning: true });
      if (!over) await member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    }

    const begun = begin().catch((error: unknown) => ended.reject(error));
    try {
      await ended.promise;
    } finally {
      over = true;
      stopping.signal.removeEventListener('abort', onStop);
      endTerm();
      // Once more when it has begun after all: a member that nobody listens to would keep its partitions from the others.
      await within(GOODBYE, Promise.all([member.disconnect(), begun.then(() => member.disconnect())]));
    }
  }

  /** Asks until it is answered: the database may be away for a while. */
  async function places(partitions: number[], signal: AbortSignal): Promise<Map<number, Assigned>> {
    for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        return await delivery.assign(partitions);
      } catch (error) {
        const reason = (error as Error).message;
        logger.warn({ consumer: name, reason }, 'where the consumer stands cannot be read; trying again');
        options.tell(`where it stands cannot be read: ${reason}`);
        await sleep(wait, undefined, { signal });
      }
    }
  }

  return {
    async stop() {
      const assigned = [...(term?.assigned.values() ?? [])];
      stopping.abort();
      endTerm();
      clearInterval(retrying);
      clearInterval(settling);
      await turns;
      // Before the group shares out anew: the next one goes on behind what nobody wanted here.
      for (const one of assigned) await delivery.settle(one).catch(() => undefined);
      await running;
    },
  };
}
