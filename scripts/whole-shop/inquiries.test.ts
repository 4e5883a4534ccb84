import { randomUUID } from 'node:crypto';
import type { InquiriesAnswer } from '@nordhaut/contracts/support';
import type { DueWork } from '@nordhaut/platform/bus';
import type { ForgettingEngine } from '@nordhaut/platform/forgetting';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inquiryForgetting } from '../../services/support/inquiries.ts';
import { canariesIn, tableTexts } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const DAY = 86_400_000;
const INQUIRY = { company: '晨光股份有限公司', person: '陳小姐', contact: 'canary@chen.example', quantity: 50, wish: '月底前，附卡片' };
const send = async (body: object): Promise<number> => (await shop.visit().post('/api/inquiries', body)).status;

test('an inquiry reaches the staff who may see people, who it is from for a reason; it is sealed in the table, and ends after 180 days', async () => {
  const staff = await signedInStaff(shop, ['view', 'reveal']);
  const { pool, clock } = shop.shop.engine;
  expect(await send({ ...INQUIRY, contact: '不告訴你' })).toBe(400);
  expect(await send({ ...INQUIRY, quantity: 0 })).toBe(400);
  expect(await send({ ...INQUIRY, wish: 'x'.repeat(1_001) })).toBe(400);
  expect(await send(INQUIRY)).toBe(200);
  const owner = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  const list = async () => (await staff.get<InquiriesAnswer>('/api/support/inquiries')).body.inquiries;
  const { company, quantity, ...person } = INQUIRY;
  expect(await list()).toEqual([{ inquiryId: expect.any(String), at: expect.any(String), until: expect.any(String), company, quantity }]);
  const inquiryId = (await list())[0]?.inquiryId ?? '';
  const reveal = (reason: string, id = inquiryId) => staff.post<object>(`/api/support/inquiries/${id}/reveal`, { reason });
  const looks = async (action: string) => (await pool.query('select reason from support_views where action = $1', [action])).rows;
  expect((await reveal(' ')).status).toBe(400);
  expect(await looks('REVEAL')).toEqual([]);
  expect((await reveal('回覆詢問')).body).toEqual(person);
  expect((await reveal('回覆詢問', '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect([(await looks('REVEAL')).length, (await looks('VIEW_INQUIRIES')).length]).toEqual([2, 2]);
  expect(canariesIn(await tableTexts(owner), new Map([['contact', INQUIRY.contact]]))).toEqual([]);

  await owner.end();

  // However many come, none hides an earlier one, and one that is asked for comes alone.
  const [first] = await list();
  const asked = async (query: string) => (await staff.get<InquiriesAnswer>(`/api/support/inquiries?${query}`)).body;
  for (let count = 0; count < 101; count++) expect(await send({ ...INQUIRY, quantity: count + 1 })).toBe(200);
  const newest = await asked('');
  expect([newest.inquiries.length, newest.more]).toEqual([100, true]);
  const rest = await asked(`after=${newest.inquiries.at(-1)?.inquiryId}`);
  expect([rest.inquiries.length, rest.more, rest.inquiries.at(-1)]).toEqual([2, false, first]);
  expect(await asked(`id=${first?.inquiryId}`)).toEqual({ inquiries: [first], more: false });
  await pool.query('delete from inquiries where inquiry_id <> $1', [first?.inquiryId]);

  const engine: ForgettingEngine = shop.shop.engine;
  // Inquiries are deleted in batches.
  const due = {} as DueWork;
  const finish = (days: number) => inquiryForgetting.finish?.({ ...engine, due, clock: () => new Date(clock().getTime() + days * DAY) });
  await finish(179);
  expect(await list()).toHaveLength(1);
  // The day in Taipei counts: in UTC this one begins on the day before.
  await pool.query("update inquiries set sent_at = date_trunc('day', sent_at, 'Asia/Taipei')");
  const [early] = await list();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' }).format(Date.parse(early?.at ?? '') + 180 * DAY);
  expect(early?.until).toBe(day);
  await finish(181);
  expect(await list()).toEqual([]);
});

test('a network sends a bounded number of inquiries a day, also at once; another network may go on, and nothing is left of earlier days', async () => {
  // A minute has more of them than the day.
  const tight = await testShop({ RATE_LIMIT_FACTOR: '0.1' });
  try {
    const { pool } = tight.shop.engine;
    await pool.query("insert into inquiry_networks (network, day, count) values ('x', '2020-01-01', 1)");
    const from = (remoteAddress: string) =>
      tight.shop.app.inject({ method: 'POST', url: '/api/inquiries', payload: INQUIRY, remoteAddress });
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => from(`2001:db8:7:${index}::1`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json<{ message: string }>().message).toContain('今日送出的詢問已達上限');
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(DAY / 1_000);
    expect((await from('2001:db8:8::1')).statusCode).toBe(200);
    expect((await pool.query('select from inquiries')).rowCount).toBe(6);
    expect((await pool.query('select from inquiry_networks')).rowCount).toBe(2);
  } finally {
    await tight.close();
  }
});

test('a request that is repeated after its answer was lost is one inquiry', async () => {
  const { pool } = shop.shop.engine;
  const visitor = shop.visit();
  // With the first one the browser gets its cookie.
  await visitor.post('/api/inquiries', INQUIRY);
  await pool.query('delete from inquiries');
  const key = randomUUID();
  const again = async () => (await visitor.post('/api/inquiries', INQUIRY, { key })).status;
  expect(await again()).toBe(200);
  await eventually(async () => (await pool.query('delete from idempotency_keys')).rowCount === 1, 'the answer that is kept');
  expect(await again()).toBe(200);
  expect((await pool.query('select from inquiries')).rowCount).toBe(1);
});
