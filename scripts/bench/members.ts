import { fileURLToPath } from 'node:url';
import type { MemberOrders } from '@nordhaut/contracts';
import { seedEmail } from '@nordhaut/tools/seed-members';
import { browser, type Browser } from '../whole-shop/fixtures/browser.ts';
import { eventually } from '../whole-shop/fixtures/eventually.ts';
import { MEMBERS_EACH, type Outside } from './checkouts.ts';
import { runEntry, startServer } from './processes.ts';
import { rateOf, ratesInTurn } from './rates.ts';
import { seededEnvironment, type SeededStore } from './seeded-store.ts';
import { count, median, ms, quantile, timed, type Figure } from './table.ts';

const PASSWORD = 'abc123';
/** members that sign in and read their lists */
const PEOPLE = 40;
/** sign-ins before the measured ones: a process that has just started compiles its code meanwhile */
const WARM_UP = 120;
const CLIENTS = 8;
/** Each run has members of its own. */
const MEMBERS_PER_RUN = CLIENTS * MEMBERS_EACH;
/** what building the read models of a million orders may take */
const BUILDING_MS = 30 * 60_000;

export type MemberBench = { lists: number; rounds: number; seconds: number; port: number };

/** Sign-in, the order list and the checkout of members, with seeded members; the checkout beside the guest's, interleaved. */
export async function benchMembers(store: SeededStore, { lists, rounds, seconds, port }: MemberBench): Promise<Figure[]> {
  const { outside, members, orders } = store;
  const env = seededEnvironment(outside, port);
  const bare = await startServer('bare-server.ts', { DATABASE_URL: outside.databaseUrl });
  const shop = await startServer('shop-server.ts', env);
  const url = String(shop.said['url']);
  try {
    await ready(url, 'the read models of the seeded orders');
    const hasher = browser(String(bare.said['url']));
    const hash = () => hasher.post('/hash', { password: PASSWORD });
    const people: Browser[] = [];
    const [signIns, hashes]: [number[], number[]] = [[], []];
    for (let index = PEOPLE + 1; index <= PEOPLE + Math.min(WARM_UP, members - PEOPLE); index++)
      await browser(url).post('/api/login', { account: seedEmail(index), password: PASSWORD });
    await hash();
    for (let index = 1; index <= PEOPLE; index++) {
      const visitor = browser(url);
      signIns.push(await timed(() => visitor.post('/api/login', { account: seedEmail(index), password: PASSWORD })));
      hashes.push(await timed(hash));
      people.push(visitor);
    }
    const times: number[] = [];
    for (let turn = 0; turn < lists; turn++) {
      const visitor = people[turn % PEOPLE] as Browser;
      times.push(
        await timed(async () => {
          const { body } = await visitor.get<MemberOrders>('/api/member/orders');
          if (body.orders.length !== Math.min(20, orders)) throw new Error(`a list has ${body.orders.length} orders`);
        }),
      );
    }
    times.sort((a, b) => a - b);
    return [
      {
        what: `sign-in, ${count(members)} members`,
        value: ms(median(signIns)),
        limit: `${ms(median(hashes))} a call that only hashes`,
        ratio: median(signIns) / median(hashes),
        aim: '≤ 5 ms over it',
        met: median(signIns) - median(hashes) <= 5,
      },
      {
        what: `order list p95, ${count(members * orders)} orders`,
        value: ms(quantile(times, 0.95)),
        aim: '≤ 20 ms',
        met: quantile(times, 0.95) <= 20,
      },
      await checkouts(url, { rounds, seconds }, { kind: 'member', aim: 0.9 }),
    ];
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

/** A member's checkout with a coupon and shopping credit beside the guest's, interleaved. */
export async function benchPromotions(outside: Outside, options: { rounds: number; seconds: number; port: number }): Promise<Figure[]> {
  const env = seededEnvironment(outside, options.port);
  const shop = await startServer('shop-server.ts', env);
  try {
    const url = String(shop.said['url']);
    // The read models of the coupons are tables that the running shop makes.
    const members = MEMBERS_PER_RUN * (options.rounds + 1);
    await runEntry('seed.ts', ['--members', String(members), '--orders', '0', '--credit', '1000000'], env);
    await runEntry('coupons.ts', ['import', fileURLToPath(new URL('../../infra/load/coupons.json', import.meta.url))], env);
    await ready(url, 'the seeded members');
    return [await checkouts(url, options, { kind: 'promotion', aim: 0.7 })];
  } finally {
    await shop.stop();
  }
}

const SIDES = { member: 'members', promotion: 'members with coupon and credit' } as const;

const checkouts = (
  url: string,
  { rounds, seconds }: { rounds: number; seconds: number },
  { kind, aim }: { kind: keyof typeof SIDES; aim: number },
): Promise<Figure> => {
  const load = { url, clients: CLIENTS, seconds };
  return ratesInTurn({
    what: `checkouts/s of ${SIDES[kind]}, ${CLIENTS} clients`,
    of: 'of guests',
    aim,
    rounds,
    own: (round) => rateOf({ ...load, kind, firstMember: 1 + round * MEMBERS_PER_RUN }),
    peer: () => rateOf({ ...load, kind: 'shop' }),
  });
};

export const ready = (url: string, what: string): Promise<unknown> =>
  eventually(
    async () => (await fetch(`${url}/readyz`)).ok,
    () => what,
    500,
    BUILDING_MS,
  );
