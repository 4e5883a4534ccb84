import type { AnsweredQuestionnaires, AnswersPage } from '@nordhaut/contracts/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from './fixtures/member-operations.ts';
import { provenStaff, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMITS: 'false' });
});
afterAll(() => shop.close());

const ROUTE = 'skin-check';
const GOOD = { skin: 'dry', worries: ['redness', 'lines'], tightness: 4, routine: '=1+1', words: '洗完"很"乾，\n想改' };
const send = async (visitor = shop.visit(), answers: object = GOOD) =>
  expect((await visitor.post(`/api/content/questionnaires/${ROUTE}`, { answers })).status).toBe(200);
const looks = async (action: string) =>
  (await shop.shop.engine.pool.query('select reason from support_views where action = $1', [action])).rowCount;

test('support reads the answers of a questionnaire in its words, the newest first in pages, and exports all of them', async () => {
  const { pool } = shop.shop.engine;
  const { visitor: member } = await register(shop);
  const reader = await signedInStaff(shop, ['view', 'reveal']);
  const page = async (after?: string | null) =>
    (await reader.get<AnswersPage>(`/api/support/questionnaires/${ROUTE}/answers${after ? `?after=${after}` : ''}`)).body;
  const list = async () => (await reader.get<AnsweredQuestionnaires>('/api/support/questionnaires')).body.questionnaires;
  expect((await list()).map(({ route, count }) => [route, count])).toContainEqual([ROUTE, 0]);

  await send();
  await send(member, { skin: 'oil', tightness: 0 });
  const [first] = await list();
  expect(first).toMatchObject({ route: ROUTE, count: 2, name: expect.stringMatching(/./) });
  const { name, sent, next } = await page();
  expect([name, next]).toEqual([first?.name, null]);
  expect(sent.map(({ who }) => who)).toEqual([expect.stringMatching(/^會員 [\w-]{20}$/), '訪客']);
  expect(sent[1]?.answers).toEqual([
    { question: '您覺得自己是哪種膚質？', answer: '乾性' },
    { question: '目前困擾您的是？', answer: '容易泛紅、乾紋' },
    { question: '洗完臉五分鐘，有多緊繃？', answer: '不敢笑' },
    { question: '一天洗幾次臉？', answer: '=1+1' },
    { question: '還有什麼想告訴我們？', answer: GOOD.words },
  ]);
  expect(await looks('VIEW_ANSWERS')).toBe(1);

  // Many of one instant are on one page each.
  for (let count = 0; count < 40; count++) await send();
  await pool.query(`update questionnaire_answers set sent_at = date_trunc('day', sent_at) + interval '0.1234567 s'`);
  const newest = await page();
  const rest = await page(newest.next);
  expect([newest.sent.length, rest.sent.length, rest.next]).toEqual([30, 12, null]);
  expect([...newest.sent, ...rest.sent].filter(({ who }) => who !== '訪客')).toHaveLength(1);

  const after = async (ms: string) =>
    (await reader.get(`/api/support/questionnaires/${ROUTE}/answers?after=${ms}~${'0'.repeat(64)}`)).status;
  expect([await after('999999999999999'), await after('9999999999999999')]).toEqual([200, 400]);

  const path = `/api/support/questionnaires/${ROUTE}/export`;
  expect(await reader.get(path)).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } });
  expect(await looks('EXPORT_ANSWERS')).toBe(0);
  const proven = await provenStaff(shop, ['view', 'reveal']);
  const file = await proven.get<string>(path);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('no-store');
  const lines = file.body.split('\r\n');
  expect([file.body.startsWith('"時間","填寫者","您覺得自己是哪種膚質？"'), lines.length]).toEqual([true, 43]);
  expect(file.body, 'no cell is a formula, and quotes are doubled').toContain(`"'=1+1","洗完""很""乾，\n想改",""`);
  expect(await looks('EXPORT_ANSWERS')).toBe(1);
});

test('answers to a question that is gone, and of a questionnaire that is gone, stay readable', async () => {
  const { pool } = shop.shop.engine;
  const reader = await signedInStaff(shop, ['view', 'reveal']);
  await pool.query(`update questionnaire_answers set questionnaire_template_route = 'gone', answers = '{"old": "從前"}', sealed = null, outer_key = null
    where is_member`);
  expect((await reader.get<AnsweredQuestionnaires>('/api/support/questionnaires')).body.questionnaires).toContainEqual(
    expect.objectContaining({ route: 'gone', name: '', count: 1 }),
  );
  const { body } = await reader.get<AnswersPage>('/api/support/questionnaires/gone/answers');
  expect(body).toMatchObject({ name: '', sent: [{ answers: [{ question: 'old', answer: '從前' }] }] });
  expect((await reader.get('/api/support/questionnaires/none/answers')).status).toBe(404);
  const other = await signedInStaff(shop, ['view', 'act', 'refund', 'administer']);
  expect((await other.get('/api/support/questionnaires/gone/answers')).status).toBe(403);
});
