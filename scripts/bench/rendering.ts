import { Pool } from 'undici';
import { count, median, ms, quantile, type Figure } from './table.ts';

const CLIENTS = 16;
const PAGES = [
  ['home', '/'],
  ['list', '/product'],
  ['product', '/product/repair-essence'],
  ['article', '/blog/plum-rain-notes'],
] as const;
/** pages/s and ms */
const AIM = { perSecond: 300, p95: 60 };

type Way = { name: string; headers: Record<string, string>; status: number };
type Run = { perSecond: number; p95: number };

/**
 * Pages per second from a warm process, for 16 clients: kept HTML, the same unchanged (304), and rendered anew, as members get
 * them. `url`: a shop with its pages.
 */
export async function benchRendering(url: string, seconds: number): Promise<Figure[]> {
  const pool = new Pool(url, { connections: CLIENTS });
  const article = /href="(\/blog\/[^"?]+)"/.exec(await (await fetch(`${url}/blog`)).text())?.[1];
  if (article === undefined) throw new Error('the shop has no article');
  try {
    const figures: Figure[] = [];
    for (const [name, path] of [...PAGES, ['article', article] as const]) {
      const etag = (await fetch(url + path)).headers.get('etag') ?? '';
      const ways: Way[] = [
        { name: 'kept', headers: {}, status: 200 },
        { name: 'unchanged', headers: { 'if-none-match': etag }, status: 304 },
        { name: 'rendered anew', headers: { cookie: 'signed-in=1' }, status: 200 },
      ];
      const runs = new Map<string, Run[]>(ways.map((way) => [way.name, []]));
      // The ways take turns, so that all see the same machine.
      for (let round = 0; round < 3; round++) for (const way of ways) runs.get(way.name)?.push(await load(pool, path, way, seconds));
      const rates = (way: string): number => median((runs.get(way) ?? []).map(({ perSecond }) => perSecond));
      for (const { name: way } of ways) {
        const p95 = median((runs.get(way) ?? []).map((run) => run.p95));
        figures.push({
          what: `${name}: pages/s, ${way}, ${CLIENTS} clients`,
          value: `${count(rates(way))}, p95 ${ms(p95)}`,
          ...(way === 'kept' && {
            limit: `${count(rates('rendered anew'))} rendered anew`,
            ratio: rates('kept') / rates('rendered anew'),
            aim: `≥ ${AIM.perSecond}, p95 ≤ ${AIM.p95} ms`,
            met: rates('kept') >= AIM.perSecond && p95 <= AIM.p95,
          }),
        });
      }
    }
    return figures;
  } finally {
    await pool.close();
  }
}

async function load(pool: Pool, path: string, { headers, status, name }: Way, seconds: number): Promise<Run> {
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
        await body.arrayBuffer();
        if (statusCode !== status) throw new Error(`${path}, ${name}: answered with ${statusCode}`);
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p95: quantile(times, 0.95) };
}
