import type pg from 'pg';
import { textArray } from '../database/binary-arrays.ts';
import { PURPOSES, type PersonalData, type Purpose } from '../event-store/decider.ts';
import { inTransaction } from '../database/index.ts';
import type { OuterKeys } from './outer-keys.ts';
import { seal } from './seal.ts';
import { ensureKeys, FORGOTTEN_CHANNEL, nameOfKey, setToNull } from './subject-keys.ts';

/** The personal data of one event, by purpose, in the shape of `schemaVersion` of the event's type. */
export type Part = { eventId: string; schemaVersion: number; personal: PersonalData };
/** A purpose of a `Part`, sealed again. */
export type KeptPart = { eventId: string; subject: string; purpose: Purpose; schemaVersion: number; sealed: string };

/** Does nothing if the subject has no old key any more: then its parts are kept already, or it was forgotten. */
export async function splitSubject(pool: pg.Pool, outer: OuterKeys, subject: string, parts: readonly Part[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ key: Buffer | null }>(
      "select key from subject_keys where subject = $1 and purpose = 'all' for update",
      [subject],
    );
    if (!rows[0]?.key) return;
    const purposes = PURPOSES.filter((purpose) => parts.some(({ personal }) => personal[purpose] !== undefined));
    const keys = await ensureKeys(
      client,
      outer,
      purposes.map((purpose) => ({ subject, purpose })),
    );
    const kept = parts.flatMap(({ eventId, schemaVersion, personal }) =>
      purposes.flatMap((purpose): KeptPart[] => {
        const [key, part] = [keys.get(nameOfKey(subject, purpose)), personal[purpose]];
        return key && part ? [{ eventId, subject, purpose, schemaVersion, sealed: seal(key, subject, purpose, eventId, part) }] : [];
      }),
    );
    await client.query(
      `insert into personal_parts (event_id, purpose, subject, schema_version, sealed)
       select part.event_id, part.purpose, $1, part.schema_version, part.sealed
       from unnest($2::text[], $3::text[], $4::integer[], $5::text[]) as part (event_id, purpose, schema_version, sealed)
       on conflict do nothing`,
      [
        subject,
        kept.map(({ eventId }) => eventId),
        kept.map(({ purpose }) => purpose),
        kept.map(({ schemaVersion }) => schemaVersion),
        kept.map(({ sealed }) => sealed),
      ],
    );
    await setToNull(client, subject, ['all']);
    await client.query('select pg_notify($1, $2)', [FORGOTTEN_CHANNEL, '']);
  });
}

export async function loadParts(pool: pg.Pool, eventIds: readonly string[]): Promise<KeptPart[]> {
  const { rows } = await pool.query<KeptPart>({
    name: 'load-personal-parts',
    text: `select event_id as "eventId", subject, purpose, schema_version as "schemaVersion", sealed
           from personal_parts where event_id = any($1::text[])`,
    values: [textArray(eventIds)],
  });
  return rows;
}
