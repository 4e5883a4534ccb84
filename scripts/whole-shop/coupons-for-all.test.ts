import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { durablePositions, readHeld } from '@nordhaut/platform/bus';
import { couponStream, importCoupons, type Rewards, stockDecider, walletStream } from '@nordhaut/promotions';
import { modules } from '@nordhaut/shop/modules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './fixtures/eventually.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// A coupon for hundreds of thousands of members takes a while. Here, each copy for one of them waits until the test lets it through.
const MEMBERS = 230;
const members = Array.from({ length: MEMBERS }, (_, nth) => `early${nth}`);
const isEarly = new Set(members);
let open: () => void;
let gate: Promise<void>;
const close = (): void => {
  waiting = 0;
  gate = new Promise<void>((resolve) => (open = resolve));
};
let waiting = 0;
close();
const slow =
  (send: Rewards['send']): Rewards['send'] =>
  async (memberId, commands, because) => {
    if (isEarly.has(memberId) && commands.length > 0) {
      waiting++;
      await gate;
    }
    return send(memberId, commands, because);
  };
const parts: typeof modules = modules.map((module) =>
  module.name !== 'promotions'
    ? module
    : {
        ...module,
        roles: (module.roles ?? []).map((role) => ({
          ...role,
          join: (engine, { promotions: { rewards, ...promotions }, ...faces }, server) =>
            role.join(engine, { ...faces, promotions: { ...promotions, rewards: { ...rewards, send: slow(rewards.send) } } }, server),
        })),
      },
);

const file = new URL('../../services/promotions/data/coupons.json', import.meta.url);
const coupons = JSON.parse(await readFile(file, 'utf8')) as { coupon_id: number; coupon_super?: string }[];
const define = async (coupon: object) =>
  expect(await importCoupons({ ...shop.shop.engine, hasProduct: () => true }, [coupon], false)).toMatchObject({ ok: true });

let shop: TestShop;
let second: TestShop | undefined;
beforeAll(async () => void (shop = await testShop({}, { parts })));
afterAll(async () => {
  open();
  await second?.close();
  await shop.close();
});

/** `coupon`: which one of the file is counted */
const copiesOf = async (memberId: string, coupon = 0): Promise<number> =>
  (await shop.shop.engine.store.read(walletStream(memberId))).filter(
    ({ type, data }) =>
      type === 'CouponGranted' && (JSON.parse(data) as { couponId: string }).couponId === String(coupons[coupon]?.coupon_id),
  ).length;
const copies = (coupon?: number) => Promise.all(members.map((memberId) => copiesOf(memberId, coupon)));

async function join(memberId: string): Promise<void> {
  const { commands, clock } = shop.shop.engine;
  const now = clock();
  const agreement = { version: '1', hash: '' };
  const outcome = await commands.handle(
    memberStream(memberId),
    memberDecider,
    {
      type: 'Register',
      at: now.toISOString(),
      subject: `member:${memberId}`,
      method: 'EMAIL',
      inviteCode: memberId,
      emailKey: memberId,
      phoneKey: memberId,
      requestId: memberId,
      referral: null,
      terms: agreement,
      privacy: agreement,
      contact: { firstName: '王', lastName: '大明', email: `${memberId}@example.com`, phone: '+886912345678' },
    },
    { commandId: randomUUID(), actor: { kind: 'guest', id: 'v1' }, now },
  );
  expect(outcome.ok).toBe(true);
}

test('while a coupon goes to all members, new members get theirs; the process that ends leaves the others to the next, and each gets one', async () => {
  await Promise.all(members.map(join));
  const { engine, roles } = shop.shop;
  // Otherwise their registrations would give them the coupon.
  const head = await engine.store.head();
  const positions = () => durablePositions(engine.pool);
  await eventually(async () => (await positions()).get('rewards') === head, 'the rewards of the registrations');
  await define(coupons[0] ?? {});
  await eventually(() => Promise.resolve(waiting > 0), 'the first copies');

  const { visitor } = await register(shop);
  const late = await memberIdOf(shop, visitor);
  await eventually(async () => (await copiesOf(late)) === 1, 'the copy of a member who registers meanwhile');

  const giving = roles.find(({ name }) => name === 'coupons-for-all');
  const stopped = giving?.stop();
  open();
  await stopped;
  const given = await copies();
  expect(given).toContain(1);
  expect(given).toContain(0);

  second = await testShop({}, { beside: shop, parts });
  await giving?.start();
  await eventually(async () => (await copies()).every((count) => count > 0), 'the copies of all others');
  expect(new Set([...(await copies()), await copiesOf(late)])).toEqual(new Set([1]));
});

test.each<[string, number, (coupon: (typeof coupons)[number]) => Promise<unknown>]>([
  [
    'ends',
    1,
    ({ coupon_id: id }) => {
      const { commands, clock } = shop.shop.engine;
      const now = clock();
      const command = { type: 'EndCoupon', at: now.toISOString() } as const;
      return commands.handle(couponStream(String(id)), stockDecider, command, {
        commandId: randomUUID(),
        actor: { kind: 'support', id: 'one' },
        now,
      });
    },
  ],
  ['takes from all members', 2, (coupon) => define({ ...coupon, coupon_super: null })],
])('a coupon that somebody %s meanwhile goes to nobody else', async (_, nth, stop) => {
  const { engine } = shop.shop;
  close();
  const coupon = { ...coupons[nth], coupon_super: 'PUBLIC_FIRST_200' } as (typeof coupons)[number];
  await define(coupon);
  await eventually(() => Promise.resolve(waiting > 0), 'the first copies');
  await stop(coupon);
  const head = await engine.store.head();
  expect(await engine.projector.waitFor('coupons', head, 60_000)).toBe(true);
  open();
  await eventually(async () => ((await durablePositions(engine.pool)).get('coupons-for-all') ?? 0n) >= head, 'the end of the copies');
  const given = (await copies(nth)).reduce((sum, count) => sum + count, 0);
  // Those of the page that was under way.
  expect(given).toBeGreaterThan(0);
  expect(given).toBeLessThanOrEqual(100);
});

test('a coupon that its read model cannot fold waits alone, and reaches the members after the read model was rebuilt', async () => {
  open();
  const { engine, roles } = shop.shop;
  const coupon = { ...coupons[3], coupon_super: null } as unknown as (typeof coupons)[number];
  const stream = couponStream(String(coupon.coupon_id));
  const held = async () => (await readHeld(engine.pool, 'coupons-for-all')).map((one) => one.stream);
  await define(coupon);
  await engine.projector.waitFor('coupons', await engine.store.head(), 60_000);
  await engine.pool.query(
    `insert into projection_parked (projection, story, stream, position, event_id, type, reason)
       values ('coupons', $1, $2, $3, $4, 'CouponReserved', 'no JSON')`,
    [String(coupon.coupon_id), stream, (await engine.store.head()) + 1n, randomUUID()],
  );
  await define({ ...coupon, coupon_super: 'PUBLIC_FIRST_200' });
  const head = await engine.store.head();
  await eventually(async () => ((await durablePositions(engine.pool)).get('coupons-for-all') ?? 0n) >= head, 'the event');
  expect(await held()).toEqual([stream]);

  await engine.projector.rebuild('coupons');
  // A process that begins to handle events tries the held streams.
  const giving = [...roles, ...(second?.shop.roles ?? [])].filter(({ name }) => name === 'coupons-for-all');
  for (const role of giving) await role.stop();
  await giving[0]?.start();
  await eventually(async () => (await copies(3)).every((count) => count === 1), 'the copies of all members');
  await eventually(async () => (await held()).length === 0, 'the end of the wait');
});
