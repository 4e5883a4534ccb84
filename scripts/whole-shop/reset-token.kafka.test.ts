import type { RegisterRequest } from '@nordhaut/contracts';
import { memberStream } from '@nordhaut/accounts';
import { readTopic } from '@nordhaut/platform/bus/kafka/testing/fixture';
import { testTopic } from '@nordhaut/platform/bus/kafka/testing/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { canariesIn, tableTexts } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { logLines, type LogLines } from './fixtures/log-lines.ts';
import { mailRecords, receivedMails } from './fixtures/mails.ts';
import { memberIdOf } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** The links of mails, and what a real broker, the database and the log have of them (decisions.md 93). */

const ADDRESS = 'canary.reset@example.com';
const form: RegisterRequest = {
  firstName: '林',
  lastName: '怡君',
  user_email: ADDRESS,
  password: 'abc123',
  user_phone: '0955123456',
  privacyAccepted: true,
  ageConfirmed: true,
};

let kafka: Awaited<ReturnType<typeof testTopic>>;
let shop: TestShop;
let log: LogLines;
beforeAll(async () => {
  kafka = await testTopic();
  log = logLines('trace');
  const env = { KAFKA_BROKERS: kafka.brokers.join(), KAFKA_TOPIC: kafka.topic, KAFKA_PARTITIONS: String(kafka.partitions) };
  shop = await testShop({ LOG_LEVEL: 'trace', ...env }, { logger: log.logger });
});
afterAll(() => shop.close());

/** The token of the newest link to a page in a mail that the provider accepted. */
async function tokenOf(path: string): Promise<string> {
  let token = '';
  await eventually(async () => {
    const mails = (await receivedMails(shop)).filter(({ to }) => to.address === ADDRESS);
    const links = mails.flatMap(({ content }) => content.match(/https?:\/\/[^"'\s<>]+/g) ?? []);
    token = new URL(links.findLast((link) => new URL(link).pathname === path) ?? shop.url).searchParams.get('token') ?? '';
    return token !== '';
  }, `the mail with a link to ${path}`);
  return token;
}

test('no message of the broker, no row and no log line has the token of a reset or of a confirmation', async () => {
  const visitor = shop.visit();
  expect((await visitor.post('/api/register', form)).status).toBe(200);
  const confirmation = await tokenOf('/confirm-email');
  expect((await shop.visit().post('/api/password-reset', { email: ADDRESS })).status).toBe(200);
  const reset = await tokenOf('/new-password');
  const stream = memberStream(await memberIdOf(shop, visitor));
  await eventually(
    async () => (await mailRecords(shop, stream)).filter(({ state }) => state === 'sent').length === 2,
    'the end of both mails',
  );

  // The hash of a token is kept (decisions.md 93): nobody guesses 256 random bits.
  const canaries = new Map(Object.entries({ reset, confirmation }));
  const { orderNo } = await checkOut(visitor, codOrder());

  const search = async (): Promise<string[]> => {
    await caughtUp(shop);
    let topic = '';
    await eventually(async () => {
      topic = JSON.stringify(await readTopic(kafka), asText);
      return topic.includes('PromotionsRedeemed');
    }, 'the events of the order in the topic');
    expect(topic).toContain(orderNo);
    const dead = JSON.stringify(await readTopic(kafka, `${kafka.topic}.dlq`), asText);
    const tables = await tableTexts(shop.shop.engine.pool);
    expect(JSON.stringify(tables), 'the tables are searched').toContain('PasswordResetRequested');
    return canariesIn([['the topic', topic], ['dead letters', dead], ...tables, ['the log', log.lines.join('\n')]], canaries);
  };
  expect(await search()).toEqual([]);
  // The same after both links were opened and used.
  const reader = shop.visit();
  await reader.get(`/new-password?token=${reset}`);
  expect((await reader.post('/api/new-password', { password: 'newpass1' })).status).toBe(200);
  await visitor.get(`/confirm-email?token=${confirmation}`);
  expect(await search()).toEqual([]);
});

/** Keys, values and headers are bytes. */
const asText = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as number[]).toString()
    : value;
