import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../telemetry/logger.ts';
import { PATIENCE } from '../testing/conformance.ts';
import type { KafkaClient, Producer } from './client.ts';
import { createKafkaClient } from './client.ts';
import { keepMember } from './member.ts';
import { createSender } from './sender.ts';

const settings = { brokers: ['kafka:9092'], topic: 'orders', partitions: 1, replication: 1, ssl: false };
const noAnswer = 'Kafka cannot be reached at kafka:9092: no answer in time';
type GroupMember = ReturnType<KafkaClient['groupMember']>;
type Listener = (event: { payload: { memberAssignment: Record<string, number[]> } }) => void;

/** A member of a group that joins, and then fetches every 10 ms as long as `isAlive`. */
function fakeMember(isAlive: () => boolean, onDisconnect: () => void): GroupMember {
  const listeners = new Map<string, Listener>();
  const emit = (name: string): void => listeners.get(name)?.({ payload: { memberAssignment: { orders: [0] } } });
  let fetching: NodeJS.Timeout | undefined;
  const member: Partial<Record<keyof GroupMember, unknown>> = {
    on: (name: string, listener: Listener) => void listeners.set(name, listener),
    connect: async () => undefined,
    subscribe: async () => undefined,
    async run() {
      emit('consumer.group_join');
      fetching = setInterval(() => isAlive() && emit('consumer.fetch'), 10);
    },
    async disconnect() {
      clearInterval(fetching);
      onDisconnect();
    },
    pause: () => undefined,
    resume: () => undefined,
    seek: () => undefined,
  };
  return member as GroupMember;
}

describe('a consumer whose client gets no answer', () => {
  it('reports it, and joins again with a new client until there are answers', async () => {
    let sessions = 0;
    const report = vi.fn<(trouble: string | undefined) => void>();
    const onDisconnect = vi.fn<() => void>();
    const groupMember = (): GroupMember => {
      const session = ++sessions;
      return fakeMember(() => session === 3, onDisconnect);
    };
    const member = keepMember({
      client: { settings, groupMember },
      groupId: () => 'group',
      name: 'reader',
      delivery: { assign: async () => new Map(), handle: async () => undefined },
      logger: silentLogger(),
      report,
      stalledMs: 300,
    });
    await expect.poll(() => sessions).toBe(3);
    await expect.poll(() => report.mock.calls, PATIENCE).toEqual([[undefined], [noAnswer], [undefined], [noAnswer], [undefined]]);
    expect(onDisconnect).toHaveBeenCalled();
    await member.stop();
  });
});

describe('a sender whose send fails', () => {
  it('sends the same messages again with a new producer, and reports the reason meanwhile', async () => {
    const sent: string[] = [];
    let producers = 0;
    const producer = async (): Promise<Producer> => {
      const one = ++producers;
      return {
        async send(_, messages) {
          sent.push(...messages.map(({ value }) => `${one}: ${String(value)}`));
          if (one < 3) throw new Error(noAnswer);
        },
        close: async () => undefined,
      };
    };
    const reports: (string | undefined)[] = [];
    const sender = createSender({ producer }, (trouble) => void reports.push(trouble?.message));
    await sender.send('orders', [{ value: 'a' }], new AbortController().signal);
    await sender.send('orders', [{ value: 'b' }], new AbortController().signal);
    expect(sent).toEqual(['1: a', '2: a', '3: a', '3: b']);
    expect(reports).toEqual([noAnswer, noAnswer, undefined, undefined]);
  });
});

describe('a request to a broker that never answers', () => {
  it('ends with a reason, also for an administrator', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const brokers = [`127.0.0.1:${port}`];
    const client = createKafkaClient({ ...settings, brokers }, silentLogger());
    await expect(client.withAdmin((admin) => admin.listTopics(), 100)).rejects.toThrow(
      `Kafka cannot be reached at ${brokers.join()}: no answer in time`,
    );
    server.close();
  });
});
