import type pg from 'pg';
import { asPosition, type Position, START } from '../event-store/port.ts';

/** Another process moved the consumer's position: it handles its events now. */
export class Outrun extends Error {
  constructor(consumer: string) {
    super(`another process moved the position of ${consumer}`);
    this.name = 'Outrun';
  }
}

/** The position a consumer has reached; `begin` is where it stands when it is seen for the first time. */
export async function positionOf(pool: pg.Pool, consumer: string, begin: Position = START): Promise<Position> {
  await pool.query('insert into bus_positions (consumer, position) values ($1, $2) on conflict do nothing', [consumer, begin]);
  const { rows } = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [consumer]);
  return asPosition(rows[0]?.position ?? begin);
}

/** Forward, and only from where this process left it. @throws Outrun */
export async function movePosition(pool: pg.Pool, consumer: string, from: Position, to: Position): Promise<void> {
  const { rowCount } = await pool.query(
    'update bus_positions set position = $3, updated_at = now() where consumer = $1 and position = $2',
    [consumer, from, to],
  );
  if (rowCount !== 1) throw new Outrun(consumer);
}

/**
 * The same without waiting for the disk: a database that crashes may know an earlier position afterwards, which means
 * repeats and nothing else. For who moves it many times a second, and may repeat. @throws Outrun
 */
export async function movePositionSoftly(pool: pg.Pool, consumer: string, from: Position, to: Position): Promise<void> {
  // One statement is its own transaction: the setting is local to it.
  const { rowCount } = await pool.query({
    name: 'move position softly',
    text: `update bus_positions set position = $3, updated_at = now()
      from (select set_config('synchronous_commit', 'off', true)) as setting
      where consumer = $1 and position = $2`,
    values: [consumer, from, to],
  });
  if (rowCount !== 1) throw new Outrun(consumer);
}

/** What tells this shop's events from those of another on the same broker, or of an earlier one whose topic is still there. */
export async function originOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from bus_origin');
  if (!rows[0]) throw new Error('the table bus_origin has lost its row');
  return rows[0].id;
}

export const reportTrouble = (pool: pg.Pool, consumer: string, trouble: string | null): Promise<unknown> =>
  pool.query('update bus_positions set trouble = $2 where consumer = $1', [consumer, trouble]);
