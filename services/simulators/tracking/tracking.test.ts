import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulators, type Simulators } from '../simulators.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
});
afterAll(() => simulators.close());

async function post(path: string, content: unknown, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const answer = await fetch(simulators.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
  return { status: answer.status, body: await answer.text() };
}
type Taken = { provider: string; id: string; times: number; problems: string[] };
const taken = async (provider: string): Promise<Taken[]> =>
  ((await (await fetch(`${simulators.url}/control/reports`)).json()) as Taken[]).filter((one) => one.provider === provider);
const DAY = 86_400;
const now = (): number => Math.floor(Date.now() / 1_000);

const EVENTS = '/v24.0/1000000000000001/events?access_token=sandbox-meta-token';
const HASH = 'a'.repeat(64);
const purchase = (more: object = {}) => ({
  event_name: 'Purchase',
  event_time: now(),
  event_id: 'p_1',
  action_source: 'website',
  event_source_url: 'https://shop.example/payment',
  user_data: { em: [HASH], client_user_agent: 'x' },
  custom_data: { currency: 'TWD', value: 1 },
  ...more,
});

test.each<[string, string, object[]]>([
  ['an unknown token', EVENTS.replace('sandbox', 'other'), [purchase()]],
  ['the pixel of somebody else', EVENTS.replace('0001/', '0002/'), [purchase()]],
  ['no version', EVENTS.replace('v24.0', 'latest'), [purchase()]],
  ['no event', EVENTS, []],
  ['no name', EVENTS, [purchase({ event_name: '' })]],
  ['milliseconds', EVENTS, [purchase({ event_time: Date.now() })]],
  ['an event of eight days ago beside a good one', EVENTS, [purchase(), purchase({ event_time: now() - 8 * DAY })]],
  ['no source', EVENTS, [purchase({ action_source: '' })]],
  ['no address of the page', EVENTS, [purchase({ event_source_url: '' })]],
  ['nobody', EVENTS, [purchase({ user_data: { client_user_agent: 'x' } })]],
  ['no agent', EVENTS, [purchase({ user_data: { em: [HASH] } })]],
  ['a plain e-mail', EVENTS, [purchase({ user_data: { em: ['ming@example.com'], client_user_agent: 'x' } })]],
  ['a purchase without an amount', EVENTS, [purchase({ custom_data: { currency: 'TWD' } })]],
])('Meta refuses the whole request for %s', async (_what, path, data) => {
  const { status, body } = await post(path, { data });
  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ error: { type: 'OAuthException', code: path.includes('sandbox') ? 100 : 190 } });
  expect(await taken('meta')).toEqual([]);
});

test('GA4 answers everything alike, takes only what has its key, and says what is wrong', async () => {
  const collect = (more = '') => `/mp/collect?measurement_id=G-SANDBOX01&api_secret=sandbox-ga-secret${more}`;
  const event = (name: string, params: object) => ({ client_id: '1.2', events: [{ name, params }] });
  const wrong = [
    event('1st', {}),
    event('session_start', {}),
    event('login', { method: 'x'.repeat(101) }),
    event('view_item', { value: 1 }),
    event('purchase', { value: 1, currency: 'TWD', transaction_id: '' }),
    { ...event('login', {}), client_id: '' },
    { ...event('login', {}), timestamp_micros: (now() - 4 * DAY) * 1_000_000 },
    event('login', Object.fromEntries(Array.from({ length: 26 }, (_, nth) => [`p${nth}`, 1]))),
  ];
  for (const content of [...wrong, 'no object', event('login', { method: 'EMAIL' })])
    expect((await post(collect(), content)).status).toBe(204);
  expect((await post(collect('-of-another'), event('login', { method: 'LINE' }))).status).toBe(204);
  expect((await taken('ga')).map(({ problems }) => problems.length)).toEqual([...wrong.map(() => 1), 0]);
  const said = (content: object) =>
    post('/debug/mp/collect', content).then(({ body }) => JSON.parse(body) as { validationMessages: object[] });
  expect((await said(wrong[1] ?? {})).validationMessages).toMatchObject([{ validationCode: 'NAME_RESERVED', fieldPath: 'events.name' }]);
});

test('the CRM takes a signed event once, and nothing without token, signature, id or name', async () => {
  const content = { event: 'member_login', occurred_at: '2026-11-20T21:40:02+08:00', member_key: 'u_1' };
  const signed = (of: object) => ({
    authorization: 'Bearer sandbox-accuhit-token',
    'x-event-id': '1',
    'x-signature': createHmac('sha256', 'sandbox-accuhit-secret').update(JSON.stringify(of)).digest('hex'),
  });
  const nameless = { ...content, event: '' };
  for (const [headers, of, status] of [
    [{ ...signed(content), authorization: 'Bearer other' }, content, 401],
    [{ ...signed(content), 'x-signature': signed(nameless)['x-signature'] }, content, 401],
    [{ ...signed(content), 'x-event-id': '' }, content, 422],
    [signed(nameless), nameless, 422],
  ] as const)
    expect((await post('/accuhit', of, headers)).status).toBe(status);
  expect(await taken('crm')).toEqual([]);
  for (let times = 0; times < 2; times++) expect((await post('/accuhit', content, signed(content))).status).toBe(200);
  expect(await taken('crm')).toMatchObject([{ id: '1', times: 2 }]);
});
