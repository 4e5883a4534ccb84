import { createHmac, type KeyObject } from 'node:crypto';
import { MEMBER_CATEGORY, memberIdOf } from '@nordhaut/accounts';
import { dayOf, INQUIRY_DAYS, InquiryAnswer, InquiryRequest } from '@nordhaut/contracts';
import { InquiriesAnswer, InquiriesQuery, type Inquiry, InquiryParams, InquiryRevealed, ReasonRequest } from '@nordhaut/contracts/support';
import { PlatformConfig, type Settings } from '@nordhaut/platform/config';
import type { Migration } from '@nordhaut/platform/database';
import type { OuterKeys, SealedTable } from '@nordhaut/platform/envelope';
import type { Forgets } from '@nordhaut/platform/forgetting';
import { deriveKey, refuse, Rejected, type Routes, siteOf } from '@nordhaut/platform/http';
import type pg from 'pg';
import { messages } from './messages.ts';
import { contactsIn } from './persons/contacts.ts';
import type { ViewLog } from './views.ts';

/** `sealed`: all that was typed, under an outer key. `sender`: keyed hash of the member or the browser, so that forgetting finds it. */
export const inquiryMigration: Migration = {
  name: 'support/inquiries-001',
  expand: true,
  sql: `
    create table inquiries (
      inquiry_id uuid primary key,
      sender bytea not null,
      sealed bytea not null,
      outer_key text not null,
      sent_at timestamptz not null
    );
    create index on inquiries (sent_at);
    create index on inquiries (sender)`,
};

/** Inquiries by network (a keyed hash) and day in Taipei; rows of earlier days go. */
export const inquiryNetworkMigration: Migration = {
  name: 'support/inquiries-002-networks',
  expand: true,
  sql: `
    create table inquiry_networks (
      network bytea not null,
      day date not null,
      count integer not null,
      primary key (network, day)
    );
    create index on inquiry_networks (day)`,
};

const nameOf = (id: string): string => `inquiry/${id}`;
export const sealedInquiries: SealedTable = {
  table: 'inquiries',
  key: ['inquiry_id'],
  nameOf: ({ inquiry_id: id = '' }) => nameOf(id),
};

const DAY = 86_400_000;
const BATCH = 1_000;
/** inquiries of one answer */
const PAGE = 100;
/**
 * Inquiries that one network, an IPv4 address or an IPv6 /48, may send on a day in Taipei. Each is a row of work for support, and a
 * script needs no account. A mobile carrier may use one address for a whole city, but few companies of it ask on one day.
 */
const PER_NETWORK = 50;

const keyFrom = (settings: Settings): KeyObject => deriveKey(settings(PlatformConfig).SESSION_SECRET, 'inquiries');
const senderOf = (key: KeyObject, kind: 'member' | 'visitor' | 'network', id: string): Buffer =>
  createHmac('sha256', key).update(`${kind}/${id}`).digest();
/** Whether a typed contact is one of these addresses and numbers, or a list with one of them. */
const names = (typed: string, contacts: readonly string[]): boolean => {
  const parts = new Set([typed, ...typed.split(/[\s,;、，；/]+/)].map(bare));
  return contacts.some((contact) => parts.has(bare(contact)));
};
/** `0912-345-678` and `+886912345678` are one number. */
const bare = (contact: string): string =>
  contact
    .toLowerCase()
    .replaceAll(/[\s()-]/g, '')
    .replace(/^(?:\+?8860?|0)(?=\d)/, '');
const over = (now: Date): Date => new Date(now.getTime() - INQUIRY_DAYS * DAY);

/** An inquiry ends after 180 days, with its member, or with a buyer whom it names and who asks to be forgotten (decisions.md 84). */
export const inquiryForgetting: Forgets = {
  keeps: [
    {
      name: 'inquiries',
      title: '企業採購詢問',
      ends: { kind: 'forgotten', purposes: ['contact'] },
      async read({ pool, config, outer }, { member, visitors, contacts }) {
        const key = keyFrom(config.of);
        const byMember = member === null ? [] : [senderOf(key, 'member', member)];
        const byBrowser = visitors.map((visitor) => senderOf(key, 'visitor', visitor));
        const { rows } = await pool.query<Row & { own: boolean }>(
          `select inquiry_id, sealed, outer_key, sent_at, sender = any($1::bytea[]) as own from inquiries
           where sender = any($1::bytea[]) or sender = any($2::bytea[]) order by sent_at`,
          [byMember, byBrowser],
        );
        return rows.flatMap(({ own, ...row }) => {
          const typed = typedIn(outer, row);
          if (!typed) return [];
          // Several people may use one browser, and this text names who sent it.
          const isOwn = own || names(typed.contact, contacts);
          const values = isOwn ? typed : { 內容: '由同一瀏覽器送出，但聯絡方式與您的資料不符，因此未列出' };
          return [{ at: row.sent_at.toISOString(), label: '詢問', values }];
        });
      },
    },
  ],
  async erase({ pool, config, outer }, { stream, visitors, events, data: { requester } }) {
    const key = keyFrom(config.of);
    if (stream.startsWith(`${MEMBER_CATEGORY}-`)) {
      const member = memberIdOf(stream as Parameters<typeof memberIdOf>[0]);
      await pool.query('delete from inquiries where sender = $1', [senderOf(key, 'member', member)]);
    }
    // The calendar is about an order of long ago; inquiries have their own end.
    if (requester === 'CALENDAR' || visitors.length === 0) return;
    const { rows } = await pool.query<Row>('select inquiry_id, sealed, outer_key, sent_at from inquiries where sender = any($1::bytea[])', [
      visitors.map((visitor) => senderOf(key, 'visitor', visitor)),
    ]);
    // The check of reading: what the file would not show is not deleted either.
    const contacts = contactsIn(events);
    const own = rows.filter((row) => names(typedIn(outer, row)?.contact ?? '', contacts));
    await pool.query('delete from inquiries where inquiry_id = any($1::uuid[])', [own.map(({ inquiry_id: id }) => id)]);
  },
  async finish({ pool, clock }) {
    const { rowCount } = await pool.query(
      `delete from inquiries where inquiry_id in (select inquiry_id from inquiries where sent_at <= $1 limit ${BATCH})`,
      [over(clock())],
    );
    return rowCount === BATCH;
  },
};

type Row = { inquiry_id: string; sealed: Buffer; outer_key: string; sent_at: Date };
/** What was typed; undefined: the outer key was retired. */
const typedIn = (outer: OuterKeys, { inquiry_id: id, sealed, outer_key: keyId }: Row): InquiryRequest | undefined =>
  outer.ids.includes(keyId) ? (JSON.parse(outer.unwrap(sealed, keyId, nameOf(id)).toString()) as InquiryRequest) : undefined;
/** How lists and the log of views call an inquiry, which no other number names. */
export const namedInquiry = (inquiryId: string): string => `詢問 ${inquiryId.slice(0, 8)}`;

export type InquiriesHttp = { pool: Pick<pg.Pool, 'query'>; outer: OuterKeys; clock: () => Date; settings: Settings; views: ViewLog };

/** The inquiries that have not ended, oldest first. They name nobody. */
export const openInquiries =
  (pool: Pick<pg.Pool, 'query'>, clock: () => Date) =>
  async ({ after, before, limit }: { after: Date; before: Date; limit: number }): Promise<{ inquiryId: string; since: Date }[]> => {
    const { rows } = await pool.query<{ inquiryId: string; since: Date }>(
      'select inquiry_id as "inquiryId", sent_at as since from inquiries where sent_at > greatest($1::timestamptz, $4::timestamptz) and sent_at <= $2 order by sent_at limit $3',
      [over(clock()), before, limit, after],
    );
    return rows;
  };

/** The form of `/corporate-gifts`, and the list for the staff, who only read it. A click with a reason reveals the person of one inquiry. */
export function inquiryRoutes({ pool, outer, clock, settings, views }: InquiriesHttp): Routes {
  const key = keyFrom(settings);
  const { RATE_LIMITS, RATE_LIMIT_FACTOR } = settings(PlatformConfig);
  const most = RATE_LIMITS ? Math.round(PER_NETWORK * RATE_LIMIT_FACTOR) : null;

  /**
   * One statement counts and keeps, so that inquiries at once, also to several processes, do not pass the limit together. A repeat of a
   * request is kept once. @throws Rejected 429 until the day ends
   */
  async function keep(row: Row & { sender: Buffer }, address: string): Promise<void> {
    const { inquiry_id: id, sender, sealed, outer_key: outerKey, sent_at: sentAt } = row;
    const day = dayOf(sentAt);
    const { rows } = await pool.query<{ count: number }>({
      name: 'inquiry',
      text: `with gone as (delete from inquiry_networks where day < $7),
             used as (
               insert into inquiry_networks as held (network, day, count) select $6, $7, 1 where $8::integer is not null
               on conflict (network, day) do update set count = least(held.count + 1, $8 + 1) returning count),
             kept as (
               insert into inquiries (inquiry_id, sender, sealed, outer_key, sent_at)
               select $1, $2, $3, $4, $5 where not exists (select from used where count > $8) on conflict do nothing)
             select count from used`,
      values: [id, sender, sealed, outerKey, sentAt, senderOf(key, 'network', siteOf(address)), day, most],
    });
    if (most === null || (rows[0]?.count ?? 0) <= most) return;
    const wait = Date.parse(`${day}T00:00:00+08:00`) + DAY - sentAt.getTime();
    throw new Rejected(
      { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyInquiries },
      { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } },
    );
  }

  return (app) => {
    app.post(
      '/api/inquiries',
      {
        schema: { body: InquiryRequest, response: { 200: InquiryAnswer }, summary: 'Ask for corporate gifts', tags: ['content'] },
        config: { access: 'public', limit: 'guess' },
      },
      async (request, reply) => {
        const { commandId: id } = request.context();
        const { actor } = request;
        const sender = actor?.kind === 'member' ? senderOf(key, 'member', actor.id) : senderOf(key, 'visitor', reply.visitor());
        const sealed = outer.wrap(Buffer.from(JSON.stringify(request.body)), nameOf(id));
        await keep({ inquiry_id: id, sender, sealed, outer_key: outer.current, sent_at: clock() }, request.ip);
        return { state: 200 as const };
      },
    );

    app.get(
      '/api/support/inquiries',
      {
        schema: {
          querystring: InquiriesQuery,
          response: { 200: InquiriesAnswer },
          summary: 'What companies asked for',
          tags: ['support'],
        },
        config: { access: 'support', right: 'reveal' },
      },
      async (request) => {
        const { id = null, after = null } = request.query;
        await views(request, { action: 'VIEW_INQUIRIES' });
        const { rows } = await pool.query<Row>(
          `select inquiry_id, sealed, outer_key, sent_at from inquiries
           where sent_at > $1 and ($2::uuid is null or inquiry_id = $2)
             and ($3::uuid is null or (sent_at, inquiry_id) < (select sent_at, inquiry_id from inquiries where inquiry_id = $3))
           order by sent_at desc, inquiry_id desc limit $4`,
          [over(clock()), id, after, PAGE + 1],
        );
        return { inquiries: rows.slice(0, PAGE).flatMap((row) => listed(row) ?? []), more: rows.length > PAGE };
      },
    );

    app.post(
      '/api/support/inquiries/:inquiryId/reveal',
      {
        schema: {
          params: InquiryParams,
          body: ReasonRequest,
          response: { 200: InquiryRevealed },
          summary: 'Who asked for corporate gifts, for a reason',
          tags: ['support'],
        },
        // An answer that is kept would be a second copy of the data.
        config: { access: 'support', right: 'reveal', idempotency: 'off' },
      },
      async (request) => {
        const { inquiryId } = request.params;
        const reason = `${namedInquiry(inquiryId)}：${request.body.reason}`;
        await views(request, { action: 'REVEAL', reason });
        const { rows } = await pool.query<Row>(
          'select inquiry_id, sealed, outer_key, sent_at from inquiries where inquiry_id = $1 and sent_at > $2',
          [inquiryId, over(clock())],
        );
        const typed = rows[0] && typedIn(outer, rows[0]);
        if (!typed) return refuse(404, 'INQUIRY_NOT_FOUND', messages.inquiryUnknown);
        const { person, contact, wish } = typed;
        return { person, contact, wish };
      },
    );
  };

  function listed(row: Row): Inquiry | undefined {
    const { inquiry_id: inquiryId, sent_at: at } = row;
    const typed = typedIn(outer, row);
    if (!typed) return undefined;
    const until = dayOf(new Date(at.getTime() + INQUIRY_DAYS * DAY));
    const { company, quantity } = typed;
    return { inquiryId, at: at.toISOString(), until, company, quantity };
  }
}
