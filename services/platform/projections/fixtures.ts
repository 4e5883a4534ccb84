import { pino } from 'pino';
import { type CommandContext, createCommands, type Commands } from '../envelope/index.ts';
import { type Shop, testContext } from '../envelope/testing.ts';
import { accept, type Decider, type DomainEvent, type StreamName } from '../event-store/index.ts';
import { createProjector, type Projection, type Projector, type ProjectorOptions, rowProjection } from './index.ts';

/** A counter: the sum depends on every event, the trail on their order. */
type Counted = DomainEvent<'Counted', { by: number }, { contact: { name: string } }>;
const counter: Decider<number, number, Counted> = {
  initial: 0,
  decide: (by) => accept({ type: 'Counted', data: { by }, subject: 'guest:counter', personal: { contact: { name: `n${by}` } } }),
  evolve: (sum, { data }) => sum + data.by,
};

type CounterRow = { id: string; sum: bigint; trail: number[]; name: string | null; at: Date };
export const counters = (overrides: Partial<Projection> = {}): Projection => ({
  ...rowProjection<CounterRow>({
    name: 'counters',
    version: 1,
    filter: { categories: ['counter'] },
    personal: true,
    key: 'id',
    createTable: (table) =>
      `create table ${table} (id text primary key, sum bigint not null, trail jsonb not null, name text, at timestamptz not null); create index on ${table} (at)`,
    keyOf: ({ stream }) => stream,
    apply(row, { stream, data, personal, recordedAt }) {
      const by = data['by'] as number;
      return {
        id: stream,
        sum: (row?.sum ?? 0n) + BigInt(by),
        trail: [...(row?.trail ?? []), by],
        name: (personal?.contact?.['name'] as string | undefined) ?? null,
        at: new Date(recordedAt),
      };
    },
  }),
  ...overrides,
});

export const projectorOf = (
  { database, store, codec }: Pick<Shop, 'store' | 'codec'> & { database: Pick<Shop['database'], 'pool'> },
  projections: Projection[] = [counters()],
  more: Partial<ProjectorOptions> = {},
): Projector => createProjector({ pool: database.pool, store, codec, projections, logger: pino({ enabled: false }), paceMs: 1, ...more });

export const counting = (shop: Shop): ((stream: StreamName, by: number, context?: CommandContext) => Promise<bigint>) => {
  const commands: Commands = createCommands(shop);
  return async (stream, by, context = testContext()) => {
    const outcome = await commands.handle(stream, counter, by, context);
    if (!outcome.ok) throw new Error('refused');
    return outcome.position;
  };
};
