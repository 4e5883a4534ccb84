import pLimit from 'p-limit';
import { aborted, backoff, loop, sleep } from '../../timing.ts';
import type { Report } from '../troubles.ts';
import { type EachBatchPayload, type KafkaClient, type KafkaLogger, within } from './client.ts';
import type { Delivery, Place } from './delivery.ts';
import { kafkaTrouble, mustRejoin, noAnswer } from './failures.ts';

export type MemberOptions = {
  client: Pick<KafkaClient, 'settings' | 'groupMember'>;
  /** called at the start of each session */
  groupId: () => string;
  /** of the consumer, for the log */
  name: string;
  delivery: Delivery;
  logger: KafkaLogger;
  /** Receives why the member has no connection or is not in its group; undefined once it has joined. */
  report: Report;
  /** ms without a sign of life from Kafka after which a session ends; default 20,000 */
  stalledMs?: number;
};

export type Member = { stop(): Promise<void> };

/** The partitions of this process until the next assignment. */
type Assignment = { ending: AbortController; places: Map<number, Place> };

const RETRY_MS = { first: 250, most: 2_000 };
const HEARTBEAT_MS = 1_000;
/** more than one request of the client may take, with its own retries */
const STALLED_MS = 20_000;
const DISCONNECT_MS = 5_000;

/**
 * Keeps a member in its group, in one session after another. A session ends when the client gives up, and also when it
 * shows no sign of life: a request on a connection that the client is closing gets no answer and no timeout. It
 * handles one batch at a time. `delivery` remembers the place in each partition, and Kafka stores none: after each
 * assignment the partitions pause until their places are known.
 */
export function keepMember(options: MemberOptions): Member {
  const { client, delivery, logger, name, stalledMs = STALLED_MS } = options;
  const { topic } = client.settings;
  let assignment: Assignment | undefined;
  /** Batches and new assignments run one after the other. */
  const inTurn = pLimit(1);

  function endAssignment(): void {
    assignment?.ending.abort();
    assignment = undefined;
  }

  const sessions = loop(session, {
    restMs: (failures) => backoff(Math.max(1, failures), RETRY_MS),
    onError(error) {
      logger.debug({ consumer: name, err: error }, 'the session of the consumer ended');
      options.report(kafkaTrouble(error, client.settings).message);
    },
  });

  /** From the connection to its end. @throws the reason for the end */
  async function session(stopping: AbortSignal, onJoined: () => void): Promise<void> {
    const member = client.groupMember(options.groupId());
    const ended = Promise.withResolvers<never>();
    let isOver = false;
    let isHandling = false;
    let lastSign = performance.now();
    const signOfLife = (): void => void (lastSign = performance.now());
    const watchdog = setInterval(() => {
      if (!isHandling && performance.now() - lastSign > stalledMs) ended.reject(noAnswer(client.settings));
    }, stalledMs / 10);
    member.on('consumer.crash', ({ payload }) => ended.reject(payload.error));
    member.on('consumer.fetch', signOfLife);
    // The listener runs before the client asks for messages, so no message arrives before the places are known.
    member.on('consumer.group_join', ({ payload }) => {
      if (isOver) return;
      signOfLife();
      onJoined();
      options.report(undefined);
      takePartitions(payload.memberAssignment[topic] ?? []);
    });

    function takePartitions(partitions: number[]): void {
      endAssignment();
      const ending = new AbortController();
      const mine: Assignment = { ending, places: new Map() };
      assignment = mine;
      member.pause([{ topic, partitions }]);
      inTurn(async () => {
        if (ending.signal.aborted) return;
        mine.places = await delivery.assign(partitions);
        if (ending.signal.aborted) return;
        for (const [partition, place] of mine.places) member.seek({ topic, partition, offset: String(place.next) });
        member.resume([{ topic, partitions }]);
      }).catch((error: unknown) => {
        if (!ending.signal.aborted) ended.reject(error);
      });
    }

    async function eachBatch({ batch, resolveOffset, heartbeat, isStale }: EachBatchPayload): Promise<void> {
      const mine = assignment;
      const place = mine?.places.get(batch.partition);
      if (isOver || !mine || !place || isStale()) return;
      const { signal } = mine.ending;
      let rejoin: Error | undefined;
      // A handler may take longer than the session timeout of the group.
      const beating = setInterval(() => {
        heartbeat().catch((error: unknown) => {
          if (!mustRejoin(error)) return;
          rejoin = error as Error;
          mine.ending.abort();
        });
      }, HEARTBEAT_MS);
      isHandling = true;
      try {
        await inTurn(() => delivery.handle(place, batch.messages, signal));
        resolveOffset(batch.lastOffset());
      } catch (error) {
        if (rejoin !== undefined) throw rejoin;
        if (signal.aborted) return;
        const reason = (error as Error).message;
        logger.warn({ consumer: name, partition: batch.partition, reason }, 'the consumer continues from its place');
        await sleep(RETRY_MS.first, signal);
        if (assignment === mine) takePartitions([...mine.places.keys()]);
      } finally {
        isHandling = false;
        signOfLife();
        clearInterval(beating);
      }
    }

    async function begin(): Promise<void> {
      await member.connect();
      if (!isOver) await member.subscribe({ topics: [topic], fromBeginning: true });
      if (!isOver) await member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    }

    const begun = begin().catch((error: unknown) => ended.reject(error));
    try {
      await Promise.race([ended.promise, aborted(stopping)]);
    } finally {
      isOver = true;
      clearInterval(watchdog);
      endAssignment();
      // Again after `begin`, which may have joined the group in the meantime.
      await within(DISCONNECT_MS, Promise.all([member.disconnect(), begun.then(() => member.disconnect())]));
    }
  }

  return {
    async stop() {
      await sessions.stop();
      // The work in progress ends first.
      await inTurn(() => Promise.resolve());
    },
  };
}
