import type pg from 'pg';
import { asPosition, type Position, START } from '../event-store/port.ts';
import { Fenced } from '../projections/checkpoint.ts';

/** The saved position of a consumer or relay; `begin` is saved for a new one. */
export async function positionOf(pool: pg.Pool, consumer: string, begin: Position = START): Promise<Position> {
  await pool.query('insert into bus_positions (consumer, position) values ($1, $2) on conflict do nothing', [consumer, begin]);
  return (await savedPosition(pool, consumer)) ?? begin;
}

/** undefined for a consumer that has never run */
export async function savedPosition(pool: Pick<pg.Pool, 'query'>, consumer: string): Promise<Position | undefined> {
  const { rows } = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [consumer]);
  return rows[0] && asPosition(rows[0].position);
}

/** The saved positions of all durable consumers. Relays are none: the messages of an earlier topic need nobody. */
export async function durablePositions(pool: Pick<pg.Pool, 'query'>): Promise<Map<string, Position>> {
  const { rows } = await pool.query<{ consumer: string; position: bigint }>(
    "select consumer, position from bus_positions where consumer not like 'relay %'",
  );
  return new Map(rows.map(({ consumer, position }) => [consumer, asPosition(position)]));
}

/**
 * Moves the position from the value that this process saved last. The commit does not wait for the disk: after a crash
 * of the database the position may be an earlier one, so events are repeated. @throws Fenced
 */
export async function movePosition(pool: Pick<pg.Pool, 'query'>, consumer: string, from: Position, to: Position): Promise<void> {
  // One statement is its own transaction: the setting is local to it.
  const { rowCount } = await pool.query({
    name: 'move position',
    text: `update bus_positions set position = $3, updated_at = now()
      from (select set_config('synchronous_commit', 'off', true)) as setting
      where consumer = $1 and position = $2`,
    values: [consumer, from, to],
  });
  if (rowCount !== 1) throw new Fenced(consumer);
}

/** Identifies this shop's events on a broker that other shops use too, or in a topic that is older than the database. */
export async function originOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from bus_origin');
  if (!rows[0]) throw new Error('the table bus_origin has lost its row');
  return rows[0].id;
}

/** Saves the reason for operators. A failure is ignored: the process reports the reason in its log and its readiness too. */
export function saveTrouble(pool: pg.Pool, consumer: string, trouble: string | undefined): void {
  pool.query('update bus_positions set trouble = $2 where consumer = $1', [consumer, trouble ?? null]).catch(() => undefined);
}
