import { oneConnection, readRows } from '@nordhaut/platform/database/testing';
import type { FinishEngine } from '@nordhaut/platform/forgetting';
import { expect, it } from 'vitest';
import { trackingForgetting } from './forgets.ts';
import { trackingMigrations } from './tables.ts';

it('deletes noted purchases after a year, and after a week where no order began, and reads no others for it', async () => {
  await using pool = await oneConnection(trackingMigrations);
  const note = (name: string, days: string, stream: string) =>
    pool.query(
      `insert into tracked_purchases (id, consent_id, given, sealed, outer_key, noted_at, stream)
       select '${name}' || nth, gen_random_uuid(), '{analysis}', '', 'k', now() - ${days} * interval '1 day', ${stream} from generate_series(1, 4000) nth
       order by random()`,
    );
  await note('ordered', '(nth / 11.0)', `'order-' || nth`);
  await pool.query('analyze tracked_purchases');
  const engine = { pool, clock: () => new Date() } as unknown as FinishEngine;
  const before = await readRows(pool, 'tracked_purchases');
  expect(await trackingForgetting.finish?.(engine)).toBe(false);
  expect((await readRows(pool, 'tracked_purchases')) - before).toBeLessThanOrEqual(10);

  await note('unused', '(nth / 500.0 + 5)', 'null');
  await pool.query(`update tracked_purchases set noted_at = now() - interval '366 days' where id like 'ordered1%'`);
  while (await trackingForgetting.finish?.(engine));
  const { rows } = await pool.query<{ kind: string; count: number }>(
    `select substring(id from '^[a-z]+') as kind, count(*)::int from tracked_purchases group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { kind: 'ordered', count: 2_889 },
    { kind: 'unused', count: 999 },
  ]);
});
