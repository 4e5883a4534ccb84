import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createSimulators, type Simulators } from './simulators.ts';
import { makePrime } from './tappay/prime.ts';
import { TAPPAY_SANDBOX } from './tappay/routes.ts';
import { bankCall, C2C, charge, CVS_PARCEL, listen, postForm, postJson } from './testing.ts';
import { districtCode } from './zip.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(options: Partial<Parameters<typeof createSimulators>[0]>): Promise<Simulators> {
  const simulators = await createSimulators({ port: 0, ...options });
  stops.push(() => simulators.close());
  return simulators;
}
// oxlint-disable-next-line typescript/no-explicit-any -- each route has JSON of another shape
const read = async (simulators: Simulators, what: string): Promise<any> => (await fetch(`${simulators.url}/control/${what}`)).json();

test('after a restart the records are complete, an incomplete last line is ignored, and a waiting callback is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulators-'));
  stops.push(() => rm(folder, { recursive: true }));
  const dataFile = join(folder, 'simulators.jsonl');
  const shop = await listen((nth) => (nth === 1 ? { status: 500, body: '' } : { body: '1|OK' }));
  stops.push(shop.close);

  const first = await started({ dataFile });
  const prime = makePrime('4242424242424242', Date.now());
  await bankCall(first.url, 'payment/pay-by-prime', charge(prime));
  await postForm(`${first.url}/Express/Create`, { ...CVS_PARCEL, ServerReplyURL: shop.url }, C2C);
  const written = await readFile(dataFile, 'utf8');
  expect(written).toContain('"payments"');
  expect(written).toContain('G20261120A0001');
  await fetch(`${first.url}/control/parcels/G20261120A0001`, { method: 'POST', body: '{"code":2068}' });
  await shop.until(1);
  await new Promise((go) => setTimeout(go, 30));
  const before = [await read(first, 'payments'), await read(first, 'parcels')];
  await first.close();
  await appendFile(dataFile, '["parcels","17');

  const second = await started({ dataFile });
  const strip = (payments: { paymentUrl?: string }[]) => payments.map(({ paymentUrl: _url, ...rest }) => rest);
  expect([strip(await read(second, 'payments')), await read(second, 'parcels')]).toEqual([strip(before[0]), before[1]]);
  expect((await bankCall(second.url, 'payment/pay-by-prime', charge(prime))).status).toBe(121);
  expect((await postForm(`${second.url}/Express/Create`, CVS_PARCEL, C2C)).text).toContain('0|廠商交易編號重覆');
  second.advance(5 * 60_000);
  await shop.until(2);
  expect(shop.received[1]?.body).toContain('RtnCode=2068');

  await second.reset();
  expect(await read(second, 'parcels')).toEqual([]);
  expect(await readFile(dataFile, 'utf8')).toBe('');
});

test('a file that is larger than the heap is read, and is small afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulators-'));
  stops.push(() => rm(folder, { recursive: true }));
  const dataFile = join(folder, 'simulators.jsonl');
  const line = (id: number) => `${JSON.stringify(['mails', String(id), { content: `\u2028${'x'.repeat(20_000)}` }])}\n`;
  for (let times = 0; times < 20; times++) await appendFile(dataFile, Array.from({ length: 100 }, (_, id) => line(id)).join(''));
  const fixture = fileURLToPath(new URL('./record-store.fixture.ts', import.meta.url));
  const args = ['--max-old-space-size=32', '--disable-warning=ExperimentalWarning', fixture, dataFile, 'mails'];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('100');
  expect(await readFile(dataFile, 'utf8')).toBe(Array.from({ length: 100 }, (_, id) => line(id)).join(''));
});

test('a late call takes effect after its delay, although its client has gone, and a call that came before that is the first one', async () => {
  const simulators = await started({});
  const control = (fault: object) => postJson(`${simulators.url}/control/faults`, fault);
  const away = new AbortController();
  const order = { order_number: 'LATE1' };
  await control({ provider: 'tappay', mode: 'late', on: 'pay', delayMs: 3_000 });
  const asked = fetch(`${simulators.url}/tpc/payment/pay-by-prime`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': TAPPAY_SANDBOX.partnerKey },
    body: JSON.stringify({ partner_key: TAPPAY_SANDBOX.partnerKey, ...charge(makePrime('5451417825230575', Date.now()), order) }),
    signal: away.signal,
  }).catch((error: Error) => error.name);
  await control({ provider: 'ecpay', mode: 'late', on: 'create', delayMs: 3_000 });
  const late = postForm(`${simulators.url}/Express/Create`, CVS_PARCEL, C2C);
  await vi.waitFor(async () => expect(await read(simulators, 'faults')).toEqual([]), 10_000);
  away.abort();
  expect(await asked).toBe('AbortError');
  expect([await read(simulators, 'payments'), await read(simulators, 'parcels')]).toEqual([[], []]);
  expect((await postForm(`${simulators.url}/Express/Create`, CVS_PARCEL, C2C)).text).toMatch(/^1\|/);
  expect((await late).text).toContain('0|廠商交易編號重覆');
  await vi.waitFor(
    async () => expect(await read(simulators, 'payments')).toMatchObject([{ orderNumber: 'LATE1', recordStatus: 0 }]),
    10_000,
  );
});

test('finds a postal code with or without the county, with 台 or 臺, and none for an unknown address', async () => {
  expect(districtCode('台北市信義區市府路1號')).toBe('110');
  expect(districtCode('106 臺北市大安區建國南路一段1號')).toBe('106');
  expect(districtCode('板橋區新站路16號')).toBe('220');
  expect(districtCode('信義區')).toBeUndefined();
  const simulators = await started({});
  const ask = async (adrs: string) =>
    (await (await fetch(`${simulators.url}/zip5json.py?adrs=${encodeURIComponent(adrs)}`)).json()) as { zipcode: string };
  expect((await ask('澎湖縣馬公市中正路36號')).zipcode).toBe('88000');
  expect((await ask('不存在的地方')).zipcode).toBe('');
});

test('the overview lists payments and parcels, and its forms work without JavaScript', async () => {
  const simulators = await started({});
  await bankCall(simulators.url, 'payment/pay-by-prime', charge(makePrime('4242424242424242', Date.now())));
  await postForm(`${simulators.url}/Express/Create`, { ...CVS_PARCEL, ServerReplyURL: 'http://127.0.0.1:9/' }, C2C);
  const page = await (await fetch(simulators.url)).text();
  for (const text of ['H20261120B0002', 'G20261120A0001', '2068 賣家已到門市寄件', '7013 訂單超過驗收期限']) expect(page).toContain(text);
  await postForm(`${simulators.url}/control/parcels/G20261120A0001`, { code: '2068' });
  expect((await read(simulators, 'parcels'))[0].status).toBe(2068);
});
