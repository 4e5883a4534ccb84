import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSimulators, SURENOTIFY_KEY, type Simulators } from '../index.ts';
import { listen } from '../testing.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
});
beforeEach(() => simulators.reset());
afterAll(() => simulators.close());

async function call(method: string, path: string, body?: object, key = SURENOTIFY_KEY) {
  const answer = await fetch(`${simulators.url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- each call has JSON of another shape
  return { status: answer.status, body: (await answer.json()) as any };
}
const message = (recipients: object[]) => ({
  subject: '訂單 {{order_id}} 已成立',
  fromAddress: 'service@shop.example.com',
  fromName: '保養品商店',
  content: '<p>{{name}} 您好，訂單 {{order_id}} 已成立。</p><script>document.title="read"</script>',
  recipients,
});
const mei = { name: '陳小美', address: 'mei@example.com', variables: { name: '陳小美', order_id: 'H20261120B0002' } };

test('sends to each recipient with its variables, reports failures, and shows the mail without running its scripts', async () => {
  const bounced = { name: '退信', address: 'nobody@bounce.example', variables: {} };
  const long = { name: '太長', address: 'long@example.com', variables: { text: 'x'.repeat(101) } };
  const { status, body } = await call('POST', '/v1/messages', message([mei, bounced, long]));
  expect(status).toBe(200);
  expect(body.success).toMatchObject([{ address: 'mei@example.com' }]);
  expect(Object.keys(body.failure)).toEqual(['nobody@bounce.example', 'long@example.com']);

  const [mail] = (await (await fetch(`${simulators.url}/control/mails`)).json()) as { id: string; subject: string; content: string }[];
  expect(mail).toMatchObject({ subject: '訂單 H20261120B0002 已成立', to: { address: 'mei@example.com' } });
  expect(await (await fetch(simulators.url)).text()).toContain(`/mails/${mail?.id}`);
  const page = await (await fetch(`${simulators.url}/mails/${mail?.id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('<script>document.title');
});

test('keeps the contents of the newest thousand mails, and of the others who got them', async () => {
  const people = Array.from({ length: 100 }, (_, n) => ({ ...mei, address: `mei${n}@example.com` }));
  for (let times = 0; times < 11; times++) await call('POST', '/v1/messages', message(people));
  const mails = (await (await fetch(`${simulators.url}/control/mails`)).json()) as { id: string; content: string }[];
  expect(mails).toHaveLength(1_100);
  expect(mails.filter(({ content }) => content.includes('訂單 H20261120B0002 已成立'))).toEqual(mails.slice(100));
  expect((await call('GET', `/v1/events?id=${mails[0]?.id}`)).body.events).toMatchObject([{ status: 'accept' }, { status: 'delivery' }]);
});

test('lists the events of a recipient or of a mail', async () => {
  const { body } = await call('POST', '/v1/messages', message([mei]));
  const statuses = async (query: string) =>
    ((await call('GET', `/v1/events?${query}`)).body.events as { status: string }[]).map(({ status }) => status);
  expect(await statuses('recipient=mei@example.com')).toEqual(['accept', 'delivery']);
  expect(await statuses(`id=${body.success[0].id}&status=delivery`)).toEqual(['delivery']);
  expect(await statuses('recipient=other@example.com')).toEqual([]);
  expect((await call('GET', '/v1/events')).status).toBe(400);
});

test('tells a webhook of a delivery, signed', async () => {
  const shop = await listen(() => ({ body: 'OK' }));
  try {
    await call('POST', '/v1/webhooks', { type: 3, url: `${shop.url}/mail-events` });
    const { body } = await call('POST', '/v1/messages', message([mei]));
    await shop.until(1);
    const { id } = body.success[0];
    expect(JSON.parse(shop.received[0]?.body ?? '')).toMatchObject({ id, eventType: 'delivery', recipient: 'mei@example.com' });
    expect(createHmac('sha256', SURENOTIFY_KEY).update('0b6d6f2e-6f0b-4d3a-9d0b-6c1f0e1a2b3cdelivery').digest('hex')).toBe(
      '46522f0e8eefcc6b0e4d94abf450bf7ebf65f284eb705fa77252928bf8e7d94e',
    );
    expect((await call('GET', '/v1/webhooks')).body).toMatchObject([{ type: 3 }]);
  } finally {
    await shop.close();
  }
});

test('refuses a wrong key, a message without recipients, more than a hundred, and a bad variable name', async () => {
  expect(await call('POST', '/v1/messages', message([mei]), 'wrong')).toEqual({ status: 403, body: { message: 'Forbidden' } });
  for (const recipients of [
    [],
    Array.from({ length: 101 }, () => mei),
    [{ ...mei, variables: { '1st': 'x' } }],
    [{ address: 'a@b.example' }],
  ])
    expect((await call('POST', '/v1/messages', message(recipients))).status).toBe(400);
  expect(await (await fetch(`${simulators.url}/control/mails`)).json()).toEqual([]);
});
