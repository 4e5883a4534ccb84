import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FoundOrders, HistoryAnswer, ViewsAnswer } from '@nordhaut/contracts/support';
import { seedPerson } from '@nordhaut/tools/seed-members';
import pg from 'pg';
import { browser, type Browser } from '../whole-shop/fixtures/browser.ts';
import { joinByAuthenticator } from '../whole-shop/fixtures/staff.ts';
import { memoryMb } from './processes.ts';
import { seededEnvironment, untilReady, type SeededStore } from './seeded-store.ts';
import { count, ms, quantile, timed, type Figure } from './table.ts';

export type ConsoleBench = { calls: number; port: number };
/** rows of the log of what the staff saw: a hundred people with ten looks an hour, eight hours a day, have as many in half a year */
const VIEWS = 1_000_000;
const SECONDS_BETWEEN_VIEWS = 16;
/** events of a long history */
const LONG = 500;
const MOST_GROUPS = 15;

type Sample = { order_no: string; member_id: string; logistics_id: string; day: string };

/** The console's search and pages with seeded orders, and what a store of that size needs. */
export async function benchConsole(store: SeededStore, { calls, port }: ConsoleBench): Promise<Figure[]> {
  const { outside, members, orders } = store;
  const env = seededEnvironment(outside, port);
  const size = `${count(members * orders)} orders`;
  const database = new pg.Client({ connectionString: outside.databaseUrl });
  await database.connect();
  try {
    const figures: Figure[] = [
      { what: `seeding of ${size}`, value: `${count(store.seeding / 1000)} s` },
      { what: 'read models built from all events', value: `${count(store.building / 1000)} s` },
    ];
    const started = await untilReady(env, async (url, pid) => {
      const staff = browser(url);
      await joinByAuthenticator(staff, await invitation(env));
      figures.push(...(await searches(staff, await samples(database, calls), members)));
      figures.push(...(await pages(staff, await samples(database, calls))));
      figures.push(await viewsOfAccount(staff, database, calls));
      figures.push(await longHistory(staff, await samples(database, 1), calls));
      const memory = memoryMb(pid);
      figures.push({ what: 'memory of the shop after the searches', value: `${Math.round(memory ?? Number.NaN)} MB` });
    });
    figures.push({ what: `ready, started again with ${size}`, value: ms(started) });
    return [...figures, ...(await disk(database))];
  } finally {
    await database.end();
  }
}

/** @returns the token of a link for a member of the staff */
async function invitation(env: Record<string, string>): Promise<string> {
  const entry = fileURLToPath(new URL('../../services/tools/staff.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, 'invite', 'bench', '--rights', 'view,act,administer'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await once(child, 'exit');
  const token = /\/join#([\w-]+)/.exec(said)?.[1];
  if (token === undefined) throw new Error(`no link for the staff: ${said}`);
  return token;
}

async function samples(database: pg.Client, most: number): Promise<Sample[]> {
  const { rows } = await database.query<Sample>(
    `select order_no, member_id, state -> 'shipment' ->> 'logisticsId' as logistics_id, (placed_at at time zone 'Asia/Taipei')::date::text as day
     from orders order by random() limit $1`,
    [most],
  );
  return rows;
}

async function searches(staff: Browser, rows: readonly Sample[], members: number): Promise<Figure[]> {
  const person = () => seedPerson(1 + Math.floor(Math.random() * members));
  const any = (): Sample => rows[Math.floor(Math.random() * rows.length)] as Sample;
  const asked: [what: string, isFound: boolean, make: () => { q?: string; filters?: object; pickup?: object }][] = [
    ['number', true, () => ({ q: any().order_no })],
    ['beginning of six characters', true, () => ({ q: any().order_no.slice(0, 6) })],
    ['beginning of three characters', true, () => ({ q: any().order_no.slice(0, 3) })],
    ['beginning of one character', true, () => ({ q: any().order_no.slice(0, 1) })],
    ['phone', true, () => ({ q: `0${person().phoneE164.slice(4)}` })],
    ['e-mail', true, () => ({ q: person().email })],
    ['full name', true, () => ((one) => ({ q: one.firstName + one.lastName }))(person())],
    ['member', true, () => ({ q: any().member_id })],
    ["carrier's number", true, () => ({ q: any().logistics_id })],
    ['nothing, newest first', true, () => ({})],
    ['status without orders', false, () => ({ filters: { status: 'RETURN' } })],
    ['parcel state without orders', false, () => ({ filters: { parcel: 'problem' } })],
    ['amounts from and to', true, () => ({ filters: { amountFrom: 500, amountTo: 5_000 } })],
    ['amounts without orders', false, () => ({ filters: { amountFrom: 9_000_000 } })],
    ['store and end of the phone', false, () => ({ pickup: { store: '131386', phoneEnd: '678' } })],
    ['day', true, () => ((day) => ({ filters: { from: day, to: day } }))(any().day)],
    ['payment', true, () => ({ filters: { payment: 'COD' } })],
    ['text that nothing has', false, () => ({ q: 'nobody@seed.example' })],
  ];
  const figures: Figure[] = [];
  const find = async (body: object): Promise<FoundOrders> => {
    const answer = await staff.post<FoundOrders>('/api/support/orders/search', body);
    if (answer.status !== 200)
      throw new Error(`the search ${JSON.stringify(body)} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (const [what, isFound, make] of asked) {
    const times: number[] = [];
    for (let call = 0; call < rows.length; call++) {
      const body = make();
      let found: FoundOrders | undefined;
      times.push(
        await timed(async () => {
          found = await find(body);
        }),
      );
      if (found === undefined || found.orders.length > 0 !== isFound)
        throw new Error(`a search by ${what} (${JSON.stringify(body)}) answered ${JSON.stringify(found)}`);
    }
    figures.push(p95(`search by ${what}`, times, 100));
  }
  const times: number[] = [];
  let cursor: string | null = null;
  for (let call = 0; call < rows.length; call++)
    times.push(
      await timed(async () => {
        cursor = (await find(cursor === null ? {} : { cursor })).cursor;
      }),
    );
  return [...figures, p95('search, page after page', times, 100)];
}

async function pages(staff: Browser, rows: readonly Sample[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const measure = async (what: string, path: (row: Sample) => string): Promise<void> => {
    const times: number[] = [];
    for (const row of rows)
      times.push(
        await timed(async () => {
          const { status } = await staff.get(path(row));
          if (status !== 200) throw new Error(`${path(row)} answered ${status}`);
        }),
      );
    figures.push(p95(what, times, 150));
  };
  await measure('history of an order', ({ order_no: orderNo }) => `/api/support/orders/${orderNo}/events`);
  await measure('figures of a year', ({ day }) => `/api/support/insight?from=${daysBefore(day, 364)}&to=${day}`);
  await measure('counts of the work lists', () => '/api/support/work');
  return figures;
}

/** "Whose data did this account see between A and B": a week of one account among a hundred. */
async function viewsOfAccount(staff: Browser, database: pg.Client, calls: number): Promise<Figure> {
  await database.query(
    `insert into support_views (at, staff_id, action, order_no, request_id)
     select now() - nth * make_interval(secs => ${SECONDS_BETWEEN_VIEWS}), 'bench-' || nth % 100, 'VIEW', 'B' || nth, nth::text from generate_series(1, $1) as nth`,
    [VIEWS],
  );
  // As after months of growth: each look at an order asks this table first, with a plan for its size.
  await database.query('vacuum analyze support_views');
  // The days on which a week with views ends.
  const weeks = Math.floor((VIEWS * SECONDS_BETWEEN_VIEWS) / 86_400) - 7;
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const to = new Date(Date.now() - (call % weeks) * 86_400_000);
    const body = { staffId: `bench-${call % 100}`, from: daysBefore(to.toISOString(), 7) + 'T00:00:00Z', to: to.toISOString() };
    times.push(
      await timed(async () => {
        const answer = await staff.post<ViewsAnswer>('/api/support/views/search', body);
        if (answer.status !== 200 || answer.body.views.length === 0) throw new Error(`the log of views answered ${answer.status}`);
      }),
    );
  }
  return p95(`what one account saw in a week, of ${count(VIEWS)} views`, times, 1_000);
}

/** Notes make an order of many events, as a dispute of months does. */
async function longHistory(staff: Browser, [order]: readonly Sample[], calls: number): Promise<Figure> {
  const path = `/api/support/orders/${order?.order_no}`;
  for (let note = 1; note <= LONG; note++) {
    const { status, body } = await staff.post(`${path}/notes`, { text: `第 ${note} 次來電：詢問包裹何時送達` });
    if (status !== 200) throw new Error(`a note was answered ${status} ${JSON.stringify(body)}`);
  }
  const times: number[] = [];
  for (let call = 0; call < calls; call++)
    times.push(
      await timed(async () => {
        const { body } = await staff.get<HistoryAnswer>(`${path}/events`);
        if (body.groups.length > MOST_GROUPS) throw new Error(`${LONG} events are ${body.groups.length} groups`);
      }),
    );
  return p95(`history of an order of more than ${LONG} events`, times, 150);
}

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

function p95(what: string, times: readonly number[], most: number): Figure {
  const value = quantile(
    times.toSorted((a, b) => a - b),
    0.95,
  );
  return { what: `${what}, p95`, value: ms(value), aim: `≤ ${most} ms`, met: value <= most };
}

async function disk(database: pg.Client): Promise<Figure[]> {
  const { rows } = await database.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 6`,
  );
  const { rows: whole } = await database.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
  const mb = (bytes: string | undefined): string => `${count(Number(bytes ?? 0) / 2 ** 20)} MB`;
  return [
    { what: 'disk, the whole database', value: mb(whole[0]?.bytes) },
    ...rows.map(({ name, bytes }) => ({ what: `  table ${name} with its indexes`, value: mb(bytes) })),
  ];
}
