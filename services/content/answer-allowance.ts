import { createHmac, type KeyObject } from 'node:crypto';
import { contentMessages as messages } from '@nordhaut/contracts';
import { Rejected, siteOf } from '@nordhaut/platform/http';
import type pg from 'pg';
import { startOfDay } from './days.ts';

/**
 * Bytes of questionnaire answers that guests of one network, an IPv4 address or an IPv6 /48, may leave on a day in Taipei. Without
 * cookies each sending has another visitor, so only this stops a script from filling the table. It is enough for some 800 usual
 * sendings, because a mobile carrier may use one address for a whole city. Members are not counted: each has one row per
 * questionnaire.
 */
const BYTES_PER_DAY = 500_000;
/** the column is an integer */
const MOST = 2_000_000_000;

/** `sending`: the id of the request, the same for each repeat with its idempotency key */
type Row = { route: string; sender: string; sending: string; isMember: boolean; sealed: Buffer; outerKey: string; sentAt: Date };

/** `factor`: of the allowance, as of all limits; null: limits are off */
export function answerStore({ pool, key, factor }: { pool: Pick<pg.Pool, 'query'>; key: KeyObject; factor: number | null }) {
  const most = factor === null ? null : Math.min(MOST, Math.round(BYTES_PER_DAY * factor));

  /**
   * Keeps the answers, where neither the sender nor the request has any for this questionnaire. One statement counts and keeps, so that sendings at the
   * same time, also to several processes, do not pass the allowance together.
   * @throws Rejected 429 until the day ends
   */
  return async ({ route, sender, sending, isMember, sealed, outerKey, sentAt }: Row, address: string): Promise<void> => {
    const [day, tomorrow] = [startOfDay(sentAt), startOfDay(sentAt, 1)];
    const counted = !isMember && most !== null;
    const network = createHmac('sha256', key)
      .update(`network/${siteOf(address)}`)
      .digest();
    const { rows } = await pool.query<{ bytes: number }>({
      name: 'questionnaire-answer',
      text: `with gone as (delete from questionnaire_networks where day < $8),
             used as (
               insert into questionnaire_networks as held (network, day, bytes) select $7, $8, $9 where $10::integer is not null
               on conflict (network, day) do update set bytes = least(held.bytes + excluded.bytes, $10 + 1) returning bytes),
             kept as (
               insert into questionnaire_answers (questionnaire_template_route, sender, is_member, sealed, outer_key, sent_at, sending)
               select $1, $2, $3, $4, $5, $6, $11 where not exists (select from used where bytes > $10) on conflict do nothing)
             select bytes from used`,
      values: [route, sender, isMember, sealed, outerKey, sentAt, network, day, sealed.length, counted ? most : null, sending],
    });
    if (most === null || (rows[0]?.bytes ?? 0) <= most) return;
    throw new Rejected(
      { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyAnswers },
      { headers: { 'retry-after': String(Math.ceil((tomorrow.getTime() - sentAt.getTime()) / 1_000)) } },
    );
  };
}
