import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemberAnswer } from '@nordhaut/contracts';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { START } from '@nordhaut/platform/event-store';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMessage } from '../../services/platform/bus/kafka/messages.ts';
import { atProvider, proven } from './fixtures/at-provider.ts';
import { checkOut, codOrder, type Browser } from './fixtures/browser.ts';
import { canariesIn, plainHashes, tableTexts } from './fixtures/canaries.ts';
import { checkForgetting } from './fixtures/check-forgetting.ts';
import { eventually } from './fixtures/eventually.ts';
import { logLines } from './fixtures/log-lines.ts';
import { noticesFinished, receivedMails } from './fixtures/mails.ts';
import { caughtUp, memberForm, memberIdOf, personAt, register } from './fixtures/member-operations.ts';
import { npmRunForget, runForget } from './fixtures/npm-run-forget.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { type MemberField, valuesByField } from './fixtures/personal-fields.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

/** Marked texts, of which each sealed field of a member's events has one. */
const MARKED = {
  firstName: '司馬',
  lastName: '甄皓雁',
  nextFirstName: '諸葛',
  nextLastName: '金絲雀',
  email: 'canary.member@example.com',
  newEmail: 'canary.member.new@example.com',
  phone: '0987123477',
  nextPhone: '0987123478',
  birthday: '1987-03-29',
  firstCity: '金門縣',
  firstDistrict: '烏坵鄉',
  firstAddress: '皓雁路六段二巷三號',
  city: '連江縣',
  district: '東引鄉',
  address: '金絲雀路七段八十八巷九號',
};
const abroad = (phone: string): string => `+886${phone.slice(1)}`;
/** Not among the marks: the field names many people, or no command writes it. */
const PUBLIC = null;
/** The mark of every sealed field of a member's events. A field without a line does not type-check. */
const MEMBER_MARKS: Readonly<Record<MemberField, string | null>> = {
  'MemberRegistered.contact.firstName': MARKED.firstName,
  'MemberRegistered.contact.lastName': MARKED.lastName,
  'MemberRegistered.contact.email': MARKED.email,
  'MemberRegistered.contact.phone': abroad(MARKED.phone),
  'MemberRegistered.contact.city': MARKED.firstCity,
  'MemberRegistered.contact.district': MARKED.firstDistrict,
  'MemberRegistered.contact.address': MARKED.firstAddress,
  'EmailChangeRequested.contact.email': MARKED.newEmail,
  'EmailChanged.contact.email': MARKED.newEmail,
  'ProfileChanged.contact.firstName': MARKED.nextFirstName,
  'ProfileChanged.contact.lastName': MARKED.nextLastName,
  // Another address counts from the use of its link on: `EmailChanged`.
  'ProfileChanged.contact.email': PUBLIC,
  'ProfileChanged.contact.phone': abroad(MARKED.nextPhone),
  'ProfileChanged.contact.gender': PUBLIC,
  'ProfileChanged.contact.birthday': MARKED.birthday,
  'ProfileChanged.contact.city': MARKED.city,
  'ProfileChanged.contact.district': MARKED.district,
  'ProfileChanged.contact.address': MARKED.address,
  'ProfileChanged.contact.zip': PUBLIC,
};
const canaries = new Map<string, string>(Object.entries(MARKED));
for (const phone of [MARKED.phone, MARKED.nextPhone]) canaries.set(`${phone} with the country code`, abroad(phone));
for (const value of [MARKED.phone, abroad(MARKED.phone), MARKED.email, MARKED.newEmail])
  for (const [index, hash] of plainHashes(value).entries()) canaries.set(`plain hash ${index} of ${value}`, hash);

const { logger, lines } = logLines('debug');
let outside: Outside;
let shop: TestShop;
let backup: TestDatabase;
let folder: string;
let env: Record<string, string>;
let visitor: Browser;
let memberId: string;
let person: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordhaut-list-'));
  outside = await createOutside();
  env = { FORGOTTEN_LIST: join(folder, 'list'), MAIL_RATE: '1000' };
  shop = await testShop(env, { beside: outside, logger });
  visitor = shop.visit();
  const { firstName, lastName, email: user_email, phone: user_phone } = MARKED;
  const place = { user_city: MARKED.firstCity, user_urban_area: MARKED.firstDistrict, user_address: MARKED.firstAddress };
  await visitor.post('/api/register', memberForm({ firstName, lastName, user_email, user_phone, ...place }));
  memberId = await memberIdOf(shop, visitor);
  const profile = {
    firstName: MARKED.nextFirstName,
    lastName: MARKED.nextLastName,
    user_phone: MARKED.nextPhone,
    user_birthday: MARKED.birthday,
    user_city: MARKED.city,
    user_urban_area: MARKED.district,
    user_address: MARKED.address,
  };
  await visitor.send('PATCH', '/api/member', profile);
  person = await personAt(shop, 'line', MARKED.email);
  canaries.set('LINE id', person);
  await proven(visitor, 'abc123');
  await atProvider(visitor, 'line', person, '?link=1');
  await visitor.send('PUT', '/api/member/wishlist/5');
  await visitor.post('/api/member/email', { user_email: MARKED.newEmail, password: 'abc123' });
  for (const address of [MARKED.email, MARKED.newEmail])
    await eventually(async () => (await receivedMails(shop)).some(({ to }) => to.address === address), 'the mails');
  const asked = (await history(shop)).findLast(({ type }) => type === 'EmailChangeRequested');
  const { emailKey } = JSON.parse(asked?.data ?? '{}') as { emailKey: string };
  const made = await shop.shop.faces.accounts.makeConfirmToken(memberId, emailKey);
  await visitor.post('/api/member/confirm', { token: made?.token });
  await caughtUp(shop);
  await shop.close();
  // The server needs a moment to see that the connections of the closed shop are gone.
  backup = await eventually(() => testDatabase([], { copyOf: outside.databaseUrl }).catch(() => undefined), 'a copy of the database');
  shop = await testShop(env, { beside: outside, logger });
  visitor = visitor.at(shop.url);
});
afterAll(async () => {
  await shop.close();
  await outside.close();
  await backup.drop();
  await rm(folder, { recursive: true });
});

const toolEnvironment = () => ({ ...testEnvironment(outside.databaseUrl, 0, outside.simulators.url), ...env });
const forget = (...args: string[]) => runForget(toolEnvironment(), args);
const history = async ({ shop: { engine } }: TestShop) => (await engine.store.readAll({ after: START, limit: 10_000 })).events;
/** Every personal text of the members that the shop can still decrypt, and the mails that it keeps. */
async function readable(from: TestShop): Promise<string> {
  const { codec, pool, vault } = from.shop.engine;
  const events = (await codec.decode(await history(from))).map(({ personal }) => personal);
  const { rows } = await pool.query<{ id: string; subject: string; sealed: string }>(
    'select id, subject, sealed from mails where sealed is not null and subject is not null',
  );
  const mails = await vault.openMany(rows.map(({ id, subject, sealed }) => ({ subject, purpose: 'contact', eventId: id, sealed })));
  return JSON.stringify([events, mails]);
}
const forgottenTimes = async (from: TestShop, id: string) =>
  (await from.shop.engine.store.read(`member-${id}`)).filter(({ type }) => type === 'PersonalDataForgotten').length;

test('before it, the shop shows every marked text to the member', async () => {
  const { member } = (await visitor.get<MemberAnswer>('/api/member')).body;
  expect(member).toMatchObject({
    user_email: MARKED.newEmail,
    user_birthday: MARKED.birthday,
    user_address: MARKED.address,
    ways: ['EMAIL', 'LINE'],
  });
  await expect.poll(() => readable(shop), { message: 'the mail that welcomes the member' }).toContain('歡迎加入');
  const events = await shop.shop.engine.codec.decode(await history(shop));
  const values = valuesByField(events.filter(({ stream }) => stream.startsWith('member-')));
  const marks = Object.entries(MEMBER_MARKS);
  expect(marks.filter(([field, mark]) => mark !== null && !values.get(field)?.has(mark))).toEqual([]);
  // What the types name is all that is sealed.
  expect([...values.keys()].filter((field) => !(field in MEMBER_MARKS))).toEqual([]);
});

test('an unknown member is answered in one sentence, and another scope leaves the member alone', async () => {
  expect(await forget('--member', 'nobody')).toMatchObject({ code: 1, out: 'There is no member nobody.\n' });
  expect(await forget('--member', memberId, '--scope', 'invoice')).toMatchObject({
    code: 0,
    out: `Member ${memberId}: there is nothing to forget.\n`,
  });
  expect((await visitor.get('/api/member')).status).toBe(200);
});

test('a dry run says what would be forgotten, and records nothing', async () => {
  const count = (await history(shop)).length;
  expect(await forget('--member', memberId, '--scope', 'contact', '--dry-run')).toMatchObject({
    code: 0,
    out: `Member ${memberId}: contact would be forgotten now.\n`,
  });
  expect((await history(shop)).length).toBe(count);
});

test('a member with an open order loses the sign-in at once and waits; the shop ends the rest by itself', async () => {
  const { visitor: buyer, email } = await register(shop);
  const id = await memberIdOf(shop, buyer);
  const { orderNo } = await checkOut(buyer, codOrder());
  await caughtUp(shop);
  expect((await forget('--member', id)).out).toMatch(/^Member .*: contact waits, .*\n {2}waits for: PARCEL/);
  expect((await buyer.get('/api/member')).status).toBe(401);
  expect((await shop.visit().post('/api/login', { account: email, password: 'abc123' })).status).toBe(401);
  await caughtUp(shop);
  const { engine } = shop.shop;
  await forgetWhatIsDue(engine);
  expect(await forgottenTimes(shop, id)).toBe(0);
  // Without the session, the phone number proves the order to the buyer's browser.
  expect((await buyer.post(`/api/orders/${orderNo}/proof`, { phone: codOrder().recipient.phone })).status).toBe(200);
  expect((await buyer.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
  await caughtUp(shop);
  await noticesFinished(shop, id);
  await forgetWhatIsDue(engine);
  await forgetWhatIsDue(engine);
  expect(await forgottenTimes(shop, id)).toBe(1);
});

test('the member is forgotten once, also by several processes at once; nobody signs in any more', async () => {
  const inItsProcess = npmRunForget(toolEnvironment(), ['--member', memberId]);
  const answers = await Promise.all([inItsProcess, forget('--member', memberId, '--scope', 'contact')]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  for (const { out } of answers) expect(out).toMatch(/contact forgotten\.|it was forgotten before, on/);
  expect((await forget('--member', memberId)).out).toMatch(/it was forgotten before, on \d{4}-/);
  expect(await forgottenTimes(shop, memberId)).toBe(1);
  expect((await visitor.get('/api/member')).status).toBe(401);
  expect((await shop.visit().post('/api/login', { account: MARKED.newEmail, password: 'abc123' })).status).toBe(401);
  expect((await atProvider(shop.visit(), 'line', person)).location).toMatch(/^\/register\?/);
});

test('afterwards nothing personal is readable, and the marks are in no table, file, message and log line', async () => {
  const { engine } = shop.shop;
  await caughtUp(shop);
  expect(canariesIn([['readable', await readable(shop)]], canaries)).toEqual([]);
  const messages = (await history(shop)).map((event) => JSON.stringify(toMessage(event, 'test')));
  const texts = [...(await tableTexts(engine.pool)), ['Kafka', messages.join('\n')], ['log', lines.join('\n')]] as const;
  expect(canariesIn(texts, canaries)).toEqual([]);
  await outside.database.pool.query('checkpoint');
  const { rows } = await outside.database.pool.query<{ folder: string }>(
    "select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()",
  );
  const files = readdirSync(rows[0]?.folder ?? '').map((name) => readFileSync(join(rows[0]?.folder ?? '', name)));
  expect(files.length).toBeGreaterThan(100);
  const marks = [...canaries].filter(([name, mark]) => !name.startsWith('plain hash') && Buffer.byteLength(mark) > 8);
  // 縣市與鄉鎮 of the catalogue's own data name no person.
  const persons = marks.filter(([name]) => !/^(city|district|firstCity|firstDistrict)$/.test(name));
  expect(persons.filter(([, mark]) => files.some((bytes) => bytes.includes(mark)))).toEqual([]);
  const { store, pool, outer, forgottenFolder } = engine;
  expect(await checkForgetting({ pool, outer, store, folder: forgottenFolder })).toEqual({
    faults: [],
    uncovered: [],
    proven: expect.anything(),
  });
  await rebuildEqualsLive(shop.shop.engine.projector, 'members');
});

test('a restored backup forgets the member again before it serves', async () => {
  await shop.close();
  shop = await testShop(env, { beside: { ...outside, databaseUrl: backup.url }, logger });
  expect(canariesIn([['readable', await readable(shop)]], canaries)).toEqual([]);
  await forgetWhatIsDue(shop.shop.engine);
  await caughtUp(shop);
  expect(await forgottenTimes(shop, memberId)).toBe(1);
  expect((await shop.visit().post('/api/login', { account: MARKED.newEmail, password: 'abc123' })).status).toBe(401);
  const { store, pool, outer, forgottenFolder } = shop.shop.engine;
  const { faults, uncovered } = await checkForgetting({ pool, outer, store, folder: forgottenFolder });
  expect(faults).toEqual([]);
  // The member with the open order registered after the backup.
  expect(uncovered).toEqual([expect.stringMatching(/^1 keys were destroyed by the list/)]);
});
