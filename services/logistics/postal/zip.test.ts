import { createSimulators } from '@nordhaut/simulators';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { districtOf, districtZip, localZip } from './local-table.ts';
import { createZipLookup } from './zip-lookup.ts';

describe('localZip', () => {
  it.each([
    ['台北市信義區市府路1號', '110'],
    ['臺北市 信義區', '110'],
    ['106 臺北市大安區信義路', '106'],
    ['(106) 臺北市大安區信義路', '106'],
    ['〒10617　臺北市大安區信義路', '106'],
    ['\u202a臺北市大安\u200b區信義路\u202c', '106'],
    ['台灣台北市大安區信義路', '106'],
    ['臺灣省新竹縣竹北市光明六路', '302'],
    ['新竹市東區光復路', '300'],
    ['新竹市光復路', '300'],
    ['嘉義市西區', '600'],
    ['新竹縣竹北市', '302'],
    ['台東縣蘭嶼鄉', '952'],
    ['連江縣南竿鄉', '209'],
    ['臺北市', ''],
    ['火星', ''],
    ['', ''],
  ])('%s → %s', (address, zip) => expect(localZip(address)).toBe(zip));
});

it.each([
  ['新竹市', '東區', '300'],
  ['台北市', '信義區', '110'],
  ['新竹市', '火星區', ''],
  ['新竹市', '', ''],
  ['火星', '東區', ''],
])('the district %s %s → %s', (county, district, zip) => expect(districtZip(county, district)).toBe(zip));

it.each([
  ['台北市大安區建國南路一段1號', '臺北市大安區'],
  ['高雄市前鎮區中山二路2號', '高雄市前鎮區'],
  ['新竹市光復路一段3號', '新竹市'],
  ['火星路4號', ''],
])('county and district of %s: %s', (address, place) => expect(districtOf(address)).toBe(place));

describe('the look-up', () => {
  it('answers five digits from the service, caches them, and limits its requests', async () => {
    const simulators = await createSimulators({ port: 0 });
    let now = 0;
    const lookup = createZipLookup({ url: `${simulators.url}/zip5json.py`, clock: () => new Date(now) });
    now = 10_000;
    expect(await lookup.zipOf('台北市信義區市府路1號')).toBe('11000');
    // too early for the next request, so the local table answers
    expect(await lookup.zipOf('台北市大安區信義路')).toBe('106');
    expect(await lookup.zipOf('台北市信義區市府路1號')).toBe('11000');
    now = 13_000;
    expect(await lookup.zipOf('台北市大安區信義路')).toBe('10600');
    await lookup.close();
    await simulators.close();
  });

  it.each([
    ['broken', '{"zipcode":["1"]}', 200],
    ['gone', '', 500],
    ['lying', '{"zipcode":"<b>1</b>"}', 200],
  ])('falls back to the table from a service that is %s, and leaves it alone for a minute', async (_name, body, status) => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.writeHead(status).end(body);
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    let now = 10_000;
    const lookup = createZipLookup({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, clock: () => new Date(now) });
    expect(await lookup.zipOf('台北市信義區')).toBe('110');
    now += 30_000;
    expect(await lookup.zipOf('台北市大安區')).toBe('106');
    expect(asked).toBe(1);
    now += 31_000;
    await lookup.zipOf('台北市中正區');
    expect(asked).toBe(2);
    await lookup.close();
    server.close();
  });

  it('asks the table for what the service does not know, and remembers it', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.end('{"zipcode":""}');
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    let now = 10_000;
    const lookup = createZipLookup({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, clock: () => new Date(now) });
    for (const _ of [1, 2]) {
      expect(await lookup.zipOf('台北市信義區')).toBe('110');
      now += 10_000;
    }
    expect(asked).toBe(1);
    await lookup.close();
    server.close();
  });

  it('uses the local table where the service does not answer in time', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    const lookup = createZipLookup({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      clock: () => new Date(),
      timeout: 100,
    });
    expect(await lookup.zipOf('台北市信義區')).toBe('110');
    server.closeAllConnections();
    await lookup.close();
    server.close();
  });
});
