import { patiently } from '../database/index.ts';
import type { Projection, Tx } from './projection.ts';

/** How a rebuilt table differs from the live one; all zero where both have the same rows. */
export type Differences = {
  rows: number;
  /** rows of the live table that the rebuilt one lacks */
  missing: number;
  /** rows that only the rebuilt table has */
  extra: number;
  /** rows that both tables have, with different values */
  changed: number;
  /** keys of a few of them */
  sample: string[];
};

/**
 * Both tables must have the same columns in the same order. Rows whose bytes differ (`*=`) are compared as `jsonb`, in which the order
 * of a `json` value's members does not count. For all rows, this would take eight times as long, and the live projection waits.
 */
export async function compareTables(tx: Tx, { key }: Pick<Projection, 'key'>, live: string, rebuilt: string): Promise<Differences> {
  const { rows } = await tx.query<Differences>(
    patiently(`
    with differing as (
      select l.${key} is null as extra, r.${key} is null as missing, coalesce(l.${key}, r.${key}) as key
      from ${live} l full join ${rebuilt} r on l.${key} = r.${key}
      where (l *= r) is not true and to_jsonb(l) is distinct from to_jsonb(r))
    select (select count(*)::int from ${rebuilt}) as rows,
           (count(*) filter (where missing))::int as missing,
           (count(*) filter (where extra))::int as extra,
           (count(*) filter (where not missing and not extra))::int as changed,
           coalesce((array_agg(key order by key))[1:10], '{}') as sample
    from differing`),
  );
  return rows[0] as Differences;
}
