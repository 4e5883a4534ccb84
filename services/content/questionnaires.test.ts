import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentApp, NOW, type World } from './content.fixture.ts';
import { contentForgetting } from './forgets.ts';
import { questionnaireRoutes } from './questionnaire-routes.ts';

let world: World;
beforeAll(async () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  world = await contentApp(({ pool, store }) => [questionnaireRoutes({ store, pool, key, clock: () => NOW })]);
});
afterAll(() => world.close());

const GOOD = { line: ' 兩次 ', many: ['a', 'b'], scale: 2 };
async function send(answers: unknown, headers: Record<string, string> = {}) {
  const answer = await world.app.inject({ method: 'POST', url: '/api/content/questionnaires/skin', payload: { answers }, headers });
  return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies };
}
const kept = async () => (await world.database.pool.query('select sender, is_member, answers from questionnaire_answers')).rows;

it('shows the questions, and 404 for others', async () => {
  const read = async (url: string) => (await world.app.inject(`/api/content/questionnaires/${url}`)).json();
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
    expect(rows[0].sender).toMatch(/^[0-9a-f]{64}$/);
  });

  it('end after twelve months', async () => {
    await world.database.pool.query(
      "update questionnaire_answers set sent_at = $1::timestamptz - interval '12 months 1 day' where is_member",
      [NOW],
    );
    await contentForgetting.finish?.({ pool: world.database.pool, clock: () => NOW } as never);
    expect((await kept()).map(({ is_member }) => is_member)).toEqual([false]);
  });
});
