import { createSecretKey } from 'node:crypto';
import { secret } from '@nordhaut/platform/config';
import { outerKeys, resealTables } from '@nordhaut/platform/envelope';
import { TEST_DATA_KEYS, TEST_OUTER_KEYS as outer } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentApp, NOW, type ContentFixture } from './content.fixture.ts';
import { questionnaireTable } from './data-tables/others.ts';
import { contentForgetting } from './forgets.ts';
import { questionnaireRoutes } from './questionnaire-routes.ts';
import { type AnswersRow, openAnswers, sealedAnswers } from './sealed-answers.ts';

let fixture: ContentFixture;
let now = NOW;
/** of the day's allowance: 10,000 bytes */
const factor = 0.02;
beforeAll(async () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  fixture = await contentApp(({ pool, store }) => [questionnaireRoutes({ store, pool, outer, key, clock: () => now, factor })]);
});
afterAll(() => fixture.close());

const GOOD = { line: ' 兩次 ', many: ['a', 'b'], scale: 2 };
async function send(answers: unknown, headers: Record<string, string> = {}) {
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/content/questionnaires/skin', payload: { answers }, headers });
  return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies };
}
type Kept = AnswersRow & { is_member: boolean };
const rowsOf = async () =>
  (
    await fixture.database.pool.query<Kept>(
      'select questionnaire_template_route as route, sender, is_member, answers, sealed, outer_key from questionnaire_answers order by is_member',
    )
  ).rows;
const kept = async (keys = outer) =>
  (await rowsOf()).map((row) => ({ sender: row.sender, is_member: row.is_member, answers: openAnswers(keys, row) }));
const finish = () => contentForgetting.finish?.({ pool: fixture.database.pool, clock: () => NOW, outer } as never);

it('an editor cannot save two questions with one key: the answers of one would be lost', () => {
  const question = (key: string) => ({ key, type: 'ONE_LINE_INPUT', label: '問題', desc: null, required: true });
  const save = (...keys: string[]) =>
    questionnaireTable.write?.check({
      questionnaire_template_route: 'skin',
      questionnaire_template_name: '膚況',
      questionnaire_template_fields: JSON.stringify(keys.map(question)),
    });
  expect(save('one', 'two')).toMatchObject({ questionnaire_template_route: 'skin' });
  expect([save('one', 'one'), save()]).toEqual(['questionnaire_template_fields', 'questionnaire_template_fields']);
});

it('shows the questions, and 404 for others', async () => {
  const read = async (url: string) => (await fixture.app.inject(`/api/content/questionnaires/${url}`)).json();
  expect((await read('skin')).questionnaire.fields).toHaveLength(7);
  expect(await read('none')).toMatchObject({ status: 404, code: 'QUESTIONNAIRE_NOT_FOUND' });
});

describe('answers', () => {
  it.each([
    [{}, 'ANSWERS_INCOMPLETE'],
    [{ ...GOOD, line: '  ' }, 'ANSWERS_INCOMPLETE'],
    [{ ...GOOD, many: [] }, 'ANSWERS_INCOMPLETE'],
    [{ ...GOOD, scale: 3 }, 'ANSWERS_INVALID'],
    [{ ...GOOD, scale: -1 }, 'ANSWERS_INVALID'],
    [{ ...GOOD, one: 'c' }, 'ANSWERS_INVALID'],
    [{ ...GOOD, many: ['a', 'a'] }, 'ANSWERS_INVALID'],
    [{ ...GOOD, line: '一\n二' }, 'ANSWERS_INVALID'],
    [{ ...GOOD, line: 3 }, 'ANSWERS_INVALID'],
    [{ ...GOOD, intro: 'x' }, 'ANSWERS_INVALID'],
    [{ ...GOOD, other: 'x' }, 'ANSWERS_INVALID'],
    [{ ...GOOD, text: '長'.repeat(2_001) }, 'VALIDATION_FAILED'],
    [{ ...GOOD, scale: 1.5 }, 'VALIDATION_FAILED'],
    ['x', 'VALIDATION_FAILED'],
  ])('%j: %s', async (answers, code) => {
    expect(await send(answers)).toMatchObject({ status: 400, body: { code } });
    expect(await kept()).toEqual([]);
  });

  it('say what is missing in the words of the specification', async () => {
    expect((await send({})).body.message).toBe('有必填的題目尚未填寫，請確認');
  });

  it('are kept once for a member and once for a browser, and the visitor stands there as a hash', async () => {
    const first = await send(GOOD);
    expect(first.body).toEqual({ state: 200, thanks: '謝謝' });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    expect((await send({ ...GOOD, line: '三次' }, { cookie })).body).toEqual({ state: 200, thanks: '謝謝' });
    await Promise.all([1, 2, 3].map(() => send(GOOD, { 'x-member': 'member-1' })));
    const rows = await kept();
    expect(rows.map(({ is_member, answers }) => [is_member, answers])).toEqual([
      [false, { ...GOOD, line: '兩次' }],
      [true, { ...GOOD, line: '兩次' }],
    ]);
    expect(rows[0]?.sender).toMatch(/^[0-9a-f]{64}$/);
  });

  it('with scripts are kept as the texts that they are', async () => {
    const typed = { ...GOOD, line: '<script>alert(1)</script>', text: '"><img src=x onerror=alert(1)>\n[a](javascript:b)' };
    expect((await send(typed, { 'x-member': 'member-2' })).status).toBe(200);
    expect((await kept()).map(({ answers }) => answers)).toContainEqual(typed);
    await fixture.database.pool.query("delete from questionnaire_answers where sender = 'member-2'");
  });

  it('are sealed: no column has what was typed, and a text opens only in its own row', async () => {
    const { rows } = await fixture.database.pool.query<{ row: string }>('select t::text as row from questionnaire_answers t');
    const inClear = ['兩次', Buffer.from('兩次').toString('hex'), 'scale'];
    expect(inClear.filter((text) => rows.some(({ row }) => row.includes(text)))).toEqual([]);
    const [first, second] = await rowsOf();
    expect(() => openAnswers(outer, { ...(first as Kept), sender: second?.sender ?? '' })).toThrow('does not open');
  });

  it('of an earlier release are sealed by the forgetter, and by the job under a new outer key', async () => {
    const answers = { ...GOOD, line: '從前' };
    await fixture.database.pool.query(
      "insert into questionnaire_answers (questionnaire_template_route, sender, is_member, answers, sent_at) values ('skin', 'member-9', true, $1, $2)",
      [JSON.stringify(answers), NOW],
    );
    expect(await finish()).toBe(false);
    const ofMember = (one: { sender: string }) => one.sender === 'member-9';
    expect((await rowsOf()).find(ofMember)).toMatchObject({ answers: null, outer_key: outer.current });
    expect((await kept()).find(ofMember)?.answers).toEqual(answers);
    const next = `next:${Buffer.alloc(32, 3).toString('base64')}`;
    const reseal = (keys: string) => resealTables(fixture.database.pool, outerKeys(secret(keys)), [sealedAnswers]);
    expect(await reseal(`${next},${TEST_DATA_KEYS}`)).toBe(3);
    expect((await kept(outerKeys(secret(next)))).map((one) => one.answers?.['line'])).toEqual(['兩次', '兩次', '從前']);
    await fixture.database.pool.query("delete from questionnaire_answers where sender = 'member-9'");
    await reseal(`${TEST_DATA_KEYS},${next}`);
  });

  it('end after twelve months', async () => {
    await fixture.database.pool.query(
      "update questionnaire_answers set sent_at = $1::timestamptz - interval '12 months 1 day' where is_member",
      [NOW],
    );
    await finish();
    expect((await kept()).map(({ is_member }) => is_member)).toEqual([false]);
  });
});

describe('a network', () => {
  const long = { ...GOOD, text: '長'.repeat(1_000) };
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    fixture.app.inject({ method: 'POST', url: '/api/content/questionnaires/skin', payload: { answers: long }, remoteAddress, headers });
  const count = async () => (await rowsOf()).length;

  it('leaves a bounded number of answers a day, also of many at once; others and members are not counted', async () => {
    await fixture.database.pool.query('truncate questionnaire_answers, questionnaire_networks');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => from(`2001:db8:7:${index}::1`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 429)]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await count()).toBe(3);
    expect((await from('2001:db8:7::1', { 'x-member': 'm9' })).statusCode).toBe(200);
    expect((await from('2001:db8:8::1')).statusCode).toBe(200);
    expect(await count()).toBe(5);
  });

  it('may send again on the next day in Taipei, and nothing is left of the day before', async () => {
    now = new Date(NOW.getTime() + 86_400_000);
    expect((await from('2001:db8:7::1')).statusCode).toBe(200);
    expect((await fixture.database.pool.query('select from questionnaire_networks')).rowCount).toBe(1);
    now = NOW;
  });
});
