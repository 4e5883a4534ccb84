import type pg from 'pg';
import { asPosition, type Position, type StreamName } from '../../event-store/port.ts';
import { committing } from '../../projections/transaction.ts';
import { Outrun } from '../positions.ts';
import type { Found, Place, Places } from './places.ts';

type PlaceRow = { partition: number; next_offset: bigint; position: bigint; mark: string | null };
type ParkedRow = { stream: StreamName; partition: number; after_position: bigint; reason: string };
type Queryable = Pick<pg.ClientBase, 'query'>;

/**
 * Of a durable consumer, in Postgres and not in Kafka: Kafka forgets the offsets of a group a week after its last
 * member left, which would mean every message again; a backup of the database holds what was done; the place and the
 * parked streams change together; and a member that the group has given up without its knowing finds its place moved.
 * @param floor everything up to here is handled, in whatever way: on another bus, or from another topic
 */
export function keptPlaces(pool: pg.Pool, consumer: string, floor: Position): Places {
  async function move(db: Queryable, partition: number, from: Place | undefined, to: Place): Promise<void> {
    const values = [consumer, partition, to.next, to.position, to.mark ?? null];
    const { rowCount } =
      from === undefined
        ? await db.query(
            'insert into bus_partitions (consumer, partition, next_offset, position, mark) values ($1, $2, $3, $4, $5) on conflict do nothing',
            values,
          )
        : await db.query(
            `update bus_partitions set next_offset = $3, position = $4, mark = $5, updated_at = now()
             where consumer = $1 and partition = $2 and next_offset = $6`,
            [...values, from.next],
          );
    if (rowCount !== 1) throw new Outrun(consumer);
  }

  return {
    async load(partitions) {
      const { rows } = await pool.query<PlaceRow>(
        'select partition, next_offset, position, mark from bus_partitions where consumer = $1 and partition = any($2::int[])',
        [consumer, partitions],
      );
      const found = new Map(rows.map((row) => [row.partition, row]));
      return new Map(
        partitions.map((partition): [number, Found] => {
          const row = found.get(partition);
          if (!row) return [partition, { next: 0n, position: floor, mark: undefined, kept: false, fresh: floor < 0n }];
          const position = asPosition(row.position > floor ? row.position : floor);
          return [partition, { next: BigInt(row.next_offset), position, mark: row.mark ?? undefined, kept: true, fresh: false }];
        }),
      );
    },

    move: (partition, from, to) => move(pool, partition, from, to),

    park: (partition, from, to, parked) =>
      committing(pool, async (client) => {
        await client.query('begin');
        await move(client, partition, from, to);
        for (const { stream, after, reason } of parked)
          await client.query(
            `insert into bus_parked (consumer, stream, partition, after_position, reason) values ($1, $2, $3, $4, $5)
             on conflict do nothing`,
            [consumer, stream, partition, after, reason],
          );
      }),

    async parkedIn(partitions) {
      await pool.query('update bus_parked set after_position = $2 where consumer = $1 and after_position < $2', [consumer, floor]);
      const { rows } = await pool.query<ParkedRow>(
        'select stream, partition, after_position, reason from bus_parked where consumer = $1 and partition = any($2::int[]) order by parked_at',
        [consumer, partitions],
      );
      return rows.map(({ stream, partition, after_position, reason }) => ({
        stream,
        partition,
        after: asPosition(after_position),
        reason,
      }));
    },

    async advance({ stream, after }, to, reason) {
      const { rowCount } = await pool.query(
        'update bus_parked set after_position = $4, reason = $5 where consumer = $1 and stream = $2 and after_position = $3',
        [consumer, stream, after, to, reason],
      );
      if (rowCount !== 1) throw new Outrun(consumer);
    },

    async release({ stream, after }) {
      const { rowCount } = await pool.query('delete from bus_parked where consumer = $1 and stream = $2 and after_position = $3', [
        consumer,
        stream,
        after,
      ]);
      if (rowCount !== 1) throw new Outrun(consumer);
    },
  };
}

/** Lets a consumer that is seen for the first time begin at these offsets; another process's places stay as they are. */
export async function keepStarts(pool: pg.Pool, consumer: string, offsets: ReadonlyMap<number, bigint>, position: Position): Promise<void> {
  await pool.query(
    `insert into bus_partitions (consumer, partition, next_offset, position)
     select $1, start.partition, start.next_offset, $4 from unnest($2::int[], $3::bigint[]) as start (partition, next_offset)
     on conflict do nothing`,
    [consumer, [...offsets.keys()], [...offsets.values()], position],
  );
}
