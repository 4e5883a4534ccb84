import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dayOf, type ErrorBody } from '@nordhaut/contracts';
import type { Agreements } from '@nordhaut/contracts/legal/agreements';
import type { HistoryStateAnswer, PackAnswer, PackPurpose } from '@nordhaut/contracts/support';
import { verifyStream } from '@nordhaut/evidence';
import { rehashed, withMetadata } from '@nordhaut/evidence/testing';
import { orderStream } from '@nordhaut/ordering';
import { testDatabase } from '@nordhaut/platform/database/testing';
import { testShop as testStore } from '@nordhaut/platform/envelope/testing';
import { importPack, PackBroken, readPack } from '@nordhaut/support';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { receivedMails } from './fixtures/mails.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { type Ended, runProgram } from './fixtures/run-program.ts';
import { invitation, joinByAuthenticator, signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let staff: Browser;
let codes: string[];
let orderNo: string;
let folder: string;
const STAFF = '林小姐';
const NOTE = '顧客說沒有收到';

beforeAll(async () => {
  shop = await testShop({ MAIL_RATE: '1000' });
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  staff = shop.visit();
  const { token } = await invitation(shop, ['view', 'reveal', 'act'], STAFF);
  codes = (await joinByAuthenticator(staff, token)).recoveryCodes;
  const buyer = shop.visit();
  ({ orderNo } = await checkOut(buyer, cardOrder(MASTERCARD)));
  await until(buyer, orderNo, ({ order }) => order.tracking !== null);
  await staff.post(`/api/support/orders/${orderNo}/notes`, { text: NOTE });
  await eventually(async () => (await receivedMails(shop)).length > 0, 'the mail');
  await caughtUp(shop);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const ask = (purpose: PackPurpose, visitor = staff) =>
  visitor.post<PackAnswer & ErrorBody>(`/api/support/orders/${orderNo}/evidence`, { purpose, reason: '銀行來函' });
const fetchAs = (visitor: Browser, path: string) => fetch(shop.url + path, { headers: { cookie: visitor.cookies() } });

async function packOf(purpose: PackPurpose): Promise<Uint8Array> {
  await staff.post('/api/support/second-factor', { code: codes.shift() ?? '' });
  const { body } = await ask(purpose);
  const before = dayOf(new Date());
  const answer = await fetchAs(staff, body.path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  // Midnight may pass during the test.
  const name = purpose === 'HISTORY' ? 'evidence' : 'card-dispute';
  const names = [before, dayOf(new Date())].map((day) => `attachment; filename="${name}-${orderNo}-${day}.zip"`);
  expect(names, 'what is in it, and the day in Taipei').toContain(answer.headers.get('content-disposition'));
  return new Uint8Array(await answer.arrayBuffer());
}
const filesOf = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));

const asFile = (events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`).join('');

const outcome = ({ code, out, err }: Ended) => ({ code, out: out + err });

/** Unpacks and runs the checker as an expert does: in the folder, with nothing else. */
async function check(name: string, files: Record<string, string>, ...args: string[]): Promise<{ code: number | null; out: string }> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, name, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return outcome(await runProgram('check.mjs', args, { cwd: join(folder, name) }));
}

test('a pack needs the second factor again; its link is for one account, and every step is in the log with its reason', async () => {
  expect(await ask('HISTORY')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } });
  await staff.post('/api/support/second-factor', { code: codes.shift() ?? '' });
  const { body } = await ask('HISTORY');
  const colleague = await signedInStaff(shop, ['view', 'reveal']);
  expect((await fetchAs(colleague, body.path)).status).toBe(404);
  expect(
    (
      await fetchAs(
        staff,
        body.path.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
      )
    ).status,
  ).toBe(404);
  expect((await fetchAs(staff, body.path.replace('-H', '-D'))).status, 'another purpose').toBe(404);
  expect((await fetchAs(staff, body.path)).status).toBe(200);
  const { rows } = await shop.shop.engine.pool.query(
    "select action, order_no, reason is not null as said from support_views where action like 'EVIDENCE%' order by id",
  );
  expect(rows).toEqual([
    { action: 'EVIDENCE', order_no: orderNo, said: true },
    { action: 'EVIDENCE_FILE', order_no: orderNo, said: false },
  ]);
});

test('the checker alone proves the pack, says what is not covered, and finds each change', async () => {
  const files = filesOf(await packOf('HISTORY'));
  const own = await shop.shop.engine.store.read(orderStream(orderNo));
  const whole = await check('whole', files);
  expect(whole.out).toContain(`${own.length} 筆事件`);
  expect(whole.out).toMatch(/未涵蓋.*公鑰[^]*結果：相符/);
  expect(whole.code).toBe(0);
  const key = (files['public-key.txt'] ?? '').trim();
  expect((await check('whole', files, '--key', key)).code).toBe(0);
  expect((await check('whole', files, '--key', `${key}x`)).out).toContain('不是您所指定的公鑰');
  expect((await check('whole', files, '--nonsense')).code).toBe(2);

  // A file that somebody put beside them is not the shop's.
  expect(whole.out).not.toContain('不屬於這份證據包');
  const more = await check('more', { ...files, 'mails/99.html': '<p>' });
  expect([more.code, more.out]).toEqual([0, expect.stringMatching(/未涵蓋.*不屬於這份證據包：mails\/99\.html。/)]);

  const changed: Record<string, Record<string, string>> = {
    event: { 'events.ndjson': (files['events.ndjson'] ?? '').replace('"OrderPlaced"', '"OrderPlacee"') },
    page: { 'index.html': `${files['index.html']}<p>` },
    root: { 'checkpoint.txt': (files['checkpoint.txt'] ?? '').replace(/\n\d+\n/, '\n1\n') },
    proof: { 'proof.json': (files['proof.json'] ?? '').replace(/"index": \d+/, '"index": 0') },
    cut: { 'events.ndjson': '' },
  };
  for (const [name, part] of Object.entries(changed)) {
    const { code, out } = await check(name, { ...files, ...part });
    expect([code, out], name).toEqual([1, expect.stringContaining('結果：不相符')]);
  }
});

test('a pack made before refutes an order that was rewritten with hashes that fit', async () => {
  const files = filesOf(await packOf('HISTORY'));
  const own = await shop.shop.engine.store.read(orderStream(orderNo));
  const [now, forged] = [join(folder, 'now.ndjson'), join(folder, 'forged.ndjson')];
  const events = own.map((event) => (event.revision === 1 ? withMetadata(event, { actor: { kind: 'support', id: 'nobody' } }) : event));
  await writeFile(now, asFile(own));
  await writeFile(forged, asFile(rehashed(events)));
  expect((await check('before', files, '--against', now)).code).toBe(0);
  const refuted = await check('before', files, '--against', forged);
  expect([refuted.code, refuted.out]).toEqual([1, expect.stringMatching(/版本 1、2.*遭改寫/)]);
  // The forged events in the pack's place: the hash chain is whole, and the signed checkpoint does not have them.
  const replaced = await check('replaced', { ...files, 'events.ndjson': asFile(rehashed(events)) });
  expect([replaced.code, replaced.out]).toEqual([1, expect.stringContaining('不在簽章檢查點所涵蓋的紀錄裡')]);
});

test('a pack imports into another store, which folds the identical state', async () => {
  const zip = await packOf('CARD_DISPUTE');
  const elsewhere = await testStore();
  try {
    for (const _ of ['once', 'again'])
      expect(await importPack(zip, elsewhere)).toEqual({ stream: orderStream(orderNo), events: expect.any(Number), isSame: true });
    expect(await verifyStream(elsewhere.store, orderStream(orderNo))).toMatchObject({ ok: true });
  } finally {
    await elsewhere.drop();
  }
  expect(readPack(zip).events.length).toBeGreaterThan(3);
  const files = unzipSync(zip);
  const broken = zipSync({
    ...files,
    'events.ndjson': strToU8(filesOf(zip)['events.ndjson']?.replace('"OrderPlaced"', '"OrderPlacee"') ?? ''),
  });
  expect(() => readPack(broken)).toThrow(PackBroken);
  expect(() => readPack(strToU8('no pack'))).toThrow(PackBroken);

  // The command: an examiner's store takes the pack, a broken one is named, and the store of a shop is refused.
  const file = async (name: string, bytes: Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  const [whole, forged] = [await file('whole.zip', zip), await file('broken.zip', broken)];
  const examiner = await testDatabase([]);
  const run = async (to: string, ...packs: string[]) =>
    outcome(await runProgram(import.meta.resolve('@nordhaut/tools/import-pack'), [...packs, '--to', to]));
  try {
    expect(await run(examiner.url, whole)).toEqual({ code: 0, out: expect.stringMatching(/order-.* the state is identical/) });
    expect(await run(examiner.url, whole, forged)).toEqual({
      code: 1,
      out: expect.stringMatching(/identical[^]*NOT IMPORTED: revision 0/),
    });
    expect(await run(shop.databaseUrl, whole)).toEqual({ code: 2, out: expect.stringContaining('the store of a shop') });
  } finally {
    await examiner.drop();
  }
});

test('two packs of one order are imported in any order, and a forged one beside a genuine one is refused', async () => {
  const earlier = await packOf('HISTORY');
  await staff.post(`/api/support/orders/${orderNo}/notes`, { text: NOTE });
  const later = await packOf('CARD_DISPUTE');
  for (const packs of [
    [earlier, later],
    [later, earlier],
  ]) {
    const elsewhere = await testStore();
    try {
      for (const pack of packs) expect(await importPack(pack, elsewhere)).toMatchObject({ isSame: true });
    } finally {
      await elsewhere.drop();
    }
  }

  // Other events with the same ids, hashes that fit and the genuine state.
  const { events } = readPack(later);
  const changed = events.map((event) => (event.revision === 1 ? withMetadata(event, { actor: { kind: 'support', id: 'nobody' } }) : event));
  const forged = zipSync({ ...unzipSync(later), 'events.ndjson': strToU8(asFile(rehashed(changed))) });
  const elsewhere = await testStore();
  try {
    await importPack(later, elsewhere);
    await expect(importPack(forged, elsewhere)).rejects.toThrow('the store has other events of order-');
    await expect(importPack(forged, elsewhere)).rejects.toThrow(PackBroken);
  } finally {
    await elsewhere.drop();
  }
});

test('a card dispute has 3-D secure, scans, mails and terms; a history masks the person, and neither names the staff', async () => {
  const dispute = filesOf(await packOf('CARD_DISPUTE'));
  const page = dispute['index.html'] ?? '';
  for (const part of ['3D 驗證與付款', '配送掃描紀錄', '王大明', '0912345678', '訂購當日的條款']) expect(page).toContain(part);
  expect(dispute['mails/1.html']).toContain('<');
  expect(dispute['mails.json']).toContain('"subject"');
  expect(Object.keys(dispute).filter((name) => name.startsWith('terms/')).length + Number(page.includes('較早的版本'))).toBeGreaterThan(0);
  const [placed] = await shop.shop.engine.store.read(orderStream(orderNo));
  const { agreed } = JSON.parse(placed?.data ?? '{}') as { agreed: Agreements };
  for (const name of ['terms', 'privacy'] as const) {
    expect(page).toContain(agreed[name].hash);
    expect(hash('sha256', dispute[`terms/${name}-${agreed[name].version}.txt`] ?? '', 'hex')).toBe(agreed[name].hash);
  }
  expect((await check('dispute', dispute)).out).toContain('結果：相符');

  const plain = filesOf(await packOf('HISTORY'));
  const all = Object.values(plain).join('\n');
  expect(plain['index.html']).toContain('王○明');
  for (const personal of ['王大明', '0912345678', NOTE, STAFF]) expect(all).not.toContain(personal);
  expect(page).not.toMatch(/<script/i);
  expect(page).not.toContain(STAFF);
  expect(page).not.toContain(NOTE);
  expect(page, 'the note itself').toContain('客服寫下備註');
});

test('the state of the history says what the newest checkpoint covers, and since when something is not covered', async () => {
  await packOf('HISTORY');
  const { body } = await staff.get<HistoryStateAnswer>('/api/support/history');
  const { store } = shop.shop.engine;
  expect(body.newest).toMatchObject({ size: Number((await store.head()) + 1n), gap: { events: 0, since: null } });
  expect(body.newest?.note.split('\n')[2]).toBe(body.newest?.root);
  await staff.post(`/api/support/orders/${orderNo}/notes`, { text: NOTE });
  const [last] = await store.read(orderStream(orderNo), { direction: 'backwards', limit: 1 });
  const later = await staff.get<HistoryStateAnswer>('/api/support/history');
  const { recordedAt } = JSON.parse(last?.metadata ?? '{}') as { recordedAt: string };
  expect(later.body.newest?.gap).toEqual({ events: 1, since: recordedAt, lost: 0 });
});

test('the state of the history says how many signed events are not in the store any more', async () => {
  const { pool, store } = shop.shop.engine;
  const { body } = await staff.get<HistoryStateAnswer>('/api/support/history');
  const size = Number((await store.head()) + 1n) + 3;
  const note = body.newest?.note.replace(/(?<=\n)\d+(?=\n)/, String(size));
  await pool.query('insert into evidence_checkpoints (size, note) values ($1, $2)', [size, note]);
  try {
    const { newest } = (await staff.get<HistoryStateAnswer>('/api/support/history')).body;
    expect(newest).toMatchObject({ size, gap: { events: 0, since: null, lost: 3 } });
  } finally {
    await pool.query('delete from evidence_checkpoints where size = $1', [size]);
  }
});
