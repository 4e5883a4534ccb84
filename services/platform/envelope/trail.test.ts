import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accept, type Decider, type DomainEvent, type EventStore, type StreamName } from '../event-store/index.ts';
import { createCommands, request, type Accepted, type CommandContext, type Commands, type Outcome } from './index.ts';
import { testContext, testShop, type TestShop } from './testing.ts';
import { causeIn, extend, NO_TRAIL } from './trail.ts';

type Noted = DomainEvent<'Noted', { text: string }>;
type Note = { text: string; times?: number };

/** A pad of notes. The note "end" ends a correlation id; other notes record the fact of their text. */
const pad: Decider<number, Note, Noted> = {
  initial: 0,
  decide: ({ text, times = 1 }) => accept(...Array.from({ length: times }, (): Noted => ({ type: 'Noted', data: { text } }))),
  evolve: (count) => count + 1,
  correlation: (current, { data }, own) => (data.text === 'end' ? undefined : (current ?? own)),
  fact: ({ data }) => data.text,
};
/** The same, with the default for the correlation id. */
const plain: Decider<number, Note, Noted> = { initial: pad.initial, decide: pad.decide, evolve: pad.evolve };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

let count = 0;
const stream = (): StreamName => `pad-${++count}`;
const context = (more: Partial<CommandContext> = {}): CommandContext => {
  const { correlationId: _, ...rest } = testContext();
  return { ...rest, ...more };
};
/** A process with its own memory of streams. `together`: its store can append to several streams at once. */
const commandsOf = (together = true, onRead: (name: StreamName) => void = () => undefined): Commands => {
  const { store, codec } = shop;
  const own: Partial<EventStore> = {
    append: (...given) => store.append(...given),
    read: (name, options) => (onRead(name), store.read(name, options)),
    ...(together && { appendTogether: (given) => (store.appendTogether as Required<EventStore>['appendTogether'])(given) }),
  };
  return createCommands({ store: own as EventStore, codec });
};

function written(outcome: Outcome<number, Noted> | undefined): Accepted<number, Noted>['events'] {
  if (!outcome?.ok) throw new Error('refused');
  return outcome.events;
}
const correlations = (...outcomes: (Outcome<number, Noted> | undefined)[]): string[] =>
  outcomes.flatMap((one) => written(one).map(({ metadata }) => metadata.correlationId));

describe('the correlation id', () => {
  test('is that of the first event of the stream, in every process, and new for every stream', async () => {
    const [name, one, other] = [stream(), commandsOf(), commandsOf()];
    const first = await one.handle(name, plain, { text: 'a' }, context());
    const second = await other.handle(name, plain, { text: 'b' }, context());
    const third = await one.handle(name, plain, { text: 'c' }, context());
    const [id, ...rest] = correlations(first, second, third);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual([id, id]);
    expect(correlations(await one.handle(stream(), plain, { text: 'a' }, context()))).not.toContain(id);
    expect((await other.load(name, plain)).trail.correlationId).toBe(id);
  });

  test('is one for commands that arrive together on a new stream', async () => {
    const [name, commands] = [stream(), commandsOf()];
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => commands.handle(name, pad, { text: 'a' }, context(), { fresh: true })),
    );
    expect(new Set(correlations(...outcomes)).size).toBe(1);
  });

  test('changes where the decider ends it, also within one append', async () => {
    const [name, commands] = [stream(), commandsOf()];
    const outcomes = await Promise.all(['a', 'end', 'b', 'c'].map((text) => commands.handle(name, pad, { text }, context())));
    const [a, end, b, c] = correlations(...outcomes);
    expect(end).toBe(a);
    expect(b).not.toBe(a);
    expect(c).toBe(b);
  });

  test('of the caller comes first, and the one for new streams last', async () => {
    const [name, commands] = [stream(), commandsOf()];
    const own = { newCorrelationId: 'for a new stream' };
    expect(correlations(await commands.handle(name, plain, { text: 'a' }, context(own)))).toEqual(['for a new stream']);
    const other = { correlationId: 'of the caller', newCorrelationId: 'unused' };
    expect(correlations(await commands.handle(name, plain, { text: 'b' }, context(other)))).toEqual(['of the caller']);
    expect(correlations(await commands.handle(name, plain, { text: 'c' }, context(own)))).toEqual(['for a new stream']);
  });

  test('of a repeated command is that of its first outcome', async () => {
    const [name, commands, once] = [stream(), commandsOf(), context()];
    const first = await commands.handle(name, pad, { text: 'a' }, once);
    await commands.handle(name, pad, { text: 'end' }, context());
    const again = await commandsOf().handle(name, pad, { text: 'a' }, once);
    expect(again).toMatchObject({ ok: true, replayed: true });
    expect(correlations(again)).toEqual(correlations(first));
    expect(again).toMatchObject({ trail: (first as Accepted<number, Noted>).trail });
  });
});

describe('the cause', () => {
  test('is the newest event of a fact, also after another process wrote it', async () => {
    const [name, one, other] = [stream(), commandsOf(), commandsOf()];
    await one.handle(name, pad, { text: 'asked' }, context());
    const [asked] = written(await other.handle(name, pad, { text: 'asked', times: 2 }, context())).slice(-1);
    const [answered] = written(await one.handle(name, pad, { text: 'answered' }, context({ because: ['unknown', 'asked'] })));
    expect(answered?.metadata.causationId).toBe(asked?.id);
    expect(causeIn((await other.load(name, pad)).trail, ['asked', 'answered'])).toBe(answered?.id);
  });

  test('is the command where neither the caller nor a fact names one', async () => {
    const own = context({ because: ['toString', 'unknown'] });
    const [noted] = written(await commandsOf().handle(stream(), pad, { text: 'a' }, own));
    expect(noted?.metadata.causationId).toBe(own.commandId);
  });

  test('does not change a trail that was given out', () => {
    const about = { id: 'e1', revision: 0, metadata: { correlationId: 'c1' } };
    const trail = extend(pad, NO_TRAIL, [{ type: 'Noted', data: { text: 'a' }, ...about }]);
    extend(pad, trail, [{ type: 'Noted', data: { text: 'b' }, ...about, id: 'e2', revision: 1 }]);
    expect(trail).toEqual({ correlationId: 'c1', facts: { a: { eventId: 'e1', revision: 0 } } });
    expect(NO_TRAIL).toEqual({ correlationId: undefined, facts: {} });
  });
});

describe.each([
  ['together', true],
  ['one by one', false],
])('commands in order, %s', (_, together) => {
  /** The plan's id is the draft's, and each command leads to the next one. */
  const inOrder = (commands: Commands, [plan, draft, copy]: readonly [StreamName, StreamName, StreamName]) => {
    const newCorrelationId = 'for a new stream';
    return commands.handleInOrder([
      request({
        stream: plan,
        decider: plain,
        command: { text: 'plan' },
        context: context({ newCorrelationId }),
        options: { fresh: true, correlationOf: draft },
      }),
      request({
        stream: draft,
        decider: pad,
        command: { text: 'end', times: 2 },
        context: context({ newCorrelationId }),
        options: { causedBy: plan },
      }),
      request({
        stream: copy,
        decider: plain,
        command: { text: 'copy' },
        context: context({ newCorrelationId }),
        options: { fresh: true, causedBy: draft, correlationOf: draft },
      }),
    ]);
  };
  const names = () => [stream(), stream(), stream()] as const;

  test('name the last event of the command before, and share one correlation id', async () => {
    const [streams, commands] = [names(), commandsOf(together)];
    const [id] = correlations(await commands.handle(streams[1], pad, { text: 'a' }, context()));
    const outcomes = await inOrder(commands, streams);
    expect(correlations(...outcomes)).toEqual([id, id, id, id]);
    const [[plan], [, draft], [copy]] = outcomes.map(written) as never as [Noted[], Noted[], Noted[]];
    const about = (event: unknown) => event as { id: string; metadata: { causationId: string } };
    expect(about(draft).metadata.causationId).toBe(about(plan).id);
    expect(about(copy).metadata.causationId).toBe(about(draft).id);
  });

  test('share a new one where the stream that has it is without one', async () => {
    const [streams, commands] = [names(), commandsOf(together)];
    expect(new Set(correlations(...(await inOrder(commands, streams))))).toEqual(new Set(['for a new stream']));
  });

  test('do not read a stream more often than their decisions do', async () => {
    const streams = names();
    await commandsOf().handle(streams[1], pad, { text: 'a' }, context());
    const read: StreamName[] = [];
    await inOrder(
      commandsOf(together, (name) => read.push(name)),
      streams,
    );
    expect(read).toEqual([streams[1]]);
  });

  test('in a process whose memory is behind: the events after the decision have the id of the stream', async () => {
    const [streams, behind, other] = [names(), commandsOf(together), commandsOf(together)];
    await behind.handle(streams[1], pad, { text: 'a' }, context());
    await other.handle(streams[1], pad, { text: 'end' }, context());
    const [newest] = correlations(await other.handle(streams[1], pad, { text: 'b' }, context()));
    const [plan, ...later] = correlations(...(await inOrder(behind, streams)));
    expect(later).toEqual([newest, newest, newest]);
    // One by one, the first command was written before anything showed that the memory was behind.
    if (together) expect(plan).toBe(newest);
  });
});
