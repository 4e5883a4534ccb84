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

type Row = { rows: bigint; missing: bigint; extra: bigint; changed: bigint; sample: string[] | null };

/** Both tables must have the same columns. They are compared as `jsonb`, in which the order of a `json` value's members does not count. */
export async function compareTables(tx: Tx, { key }: Pick<Projection, 'key'>, live: string, rebuilt: string): Promise<Differences> {
  const on = key.map((column) => `l.${column} = r.${column}`).join(' and ');
  const [first = ''] = key;
  const { rows } = await tx.query<Row>(
    patiently(`
    with differing as (
      select l.${first} is null as extra, r.${first} is null as missing,
             concat_ws(' / ', ${key.map((column) => `coalesce(l.${column}, r.${column})`).join(', ')}) as key
      from ${live} l full join ${rebuilt} r on ${on}
      where to_jsonb(l) is distinct from to_jsonb(r))
    select (select count(*) from ${rebuilt}) as rows,
           count(*) filter (where missing) as missing,
           count(*) filter (where extra) as extra,
           count(*) filter (where not missing and not extra) as changed,
           (array_agg(key order by key))[1:10] as sample
    from differing`),
  );
  const [counted] = rows as [Row];
  return {
    rows: Number(counted.rows),
    missing: Number(counted.missing),
    extra: Number(counted.extra),
    changed: Number(counted.changed),
    sample: counted.sample ?? [],
  };
}
