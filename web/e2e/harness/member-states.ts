import { makePrime } from '@nordhaut/simulators';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type PlaywrightWorkerArgs,
} from '@playwright/test';
import { refused } from './consent.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder, VISA } from './orders.ts';
import { moveParcel } from './simulators.ts';
import { DESK, lend, openContext, PHONE, test as base } from './test.ts';

type State = Awaited<ReturnType<APIRequestContext['storageState']>>;
/** The orders of `regular`, by their state. */
export type OrderNos = Record<'atBank' | 'paid' | 'atStore' | 'delivered' | 'cancelled', string>;

/** The longest name that a carrier takes, and a long address of mail. */
const LONG = {
  firstName: '歐陽',
  lastName: '亞歷山大克里斯',
  email: (id: string): string => `a.rather.long.address.of.mail.${id}@mail.example.com`,
};

/** A visitor who has just registered. */
async function registered({ playwright }: PlaywrightWorkerArgs): Promise<APIRequestContext> {
  const shop = process.env['E2E_SHOP'] ?? '';
  const visitor = await playwright.request.newContext({ baseURL: shop, storageState: refused(shop) });
  const answer = await visitor.post('/api/register', {
    data: {
      firstName: LONG.firstName,
      lastName: LONG.lastName,
      user_email: LONG.email(crypto.randomUUID()),
      password: 'abc12345',
      user_phone: '0912345678',
      privacyAccepted: true,
      ageConfirmed: true,
    },
  });
  expect(answer.ok(), `register: ${answer.status()} ${await answer.text()}`).toBe(true);
  return visitor;
}

async function movedTo(visitor: APIRequestContext, orderNo: string, codes: readonly number[]): Promise<string> {
  for (const code of codes) await moveParcel(orderNo, code);
  await expect.poll(async () => (await orderOf(visitor, orderNo)).timeline.map(({ code }) => code)).toContain(String(codes.at(-1)));
  return orderNo;
}

async function ordersOf(visitor: APIRequestContext): Promise<OrderNos> {
  const atBank = { ...cardToTheDoor(), payment: { type: 'CREDIT', prime: makePrime(VISA, Date.now()) } } as const;
  const cancelled = await placeOrder(visitor, codToTheDoor());
  expect((await visitor.post(`/api/orders/${cancelled}/cancel`, { data: { reason: 'NOT_STATED' } })).ok()).toBe(true);
  return {
    cancelled,
    delivered: await movedTo(visitor, await placeOrder(visitor, cardToTheDoor()), [3001, 3003]),
    atStore: await movedTo(visitor, await placeOrder(visitor, cardToStore('UNIMARTC2C')), [2073]),
    paid: await placeOrder(visitor, cardToTheDoor()),
    atBank: await placeOrder(visitor, atBank),
  };
}

type Workers = {
  /** a member without orders and wishes */
  newMember: State;
  /** a member with an order in each main state and with wishes */
  regular: { state: State; orders: OrderNos };
  /** the context that the tests of one visitor share, so that the browser compiles the shop's script once */
  contextOf: (as: Visitor) => Promise<BrowserContext>;
};
type Visitor = 'guest' | 'newMember' | 'regular';
type Fixtures = {
  /** who opens the page */
  as: Visitor;
  /** The test leaves something in the browser, for example a cart, so it has a context of its own. */
  alone: boolean;
};

/** Tests of a worker share its two members, so they register once. */
export const memberTest = base.extend<Fixtures, Workers>({
  newMember: [
    async ({ playwright }, use) => {
      const visitor = await registered({ playwright } as PlaywrightWorkerArgs);
      await use(await visitor.storageState());
      await visitor.dispose();
    },
    { scope: 'worker' },
  ],
  regular: [
    async ({ playwright }, use) => {
      const visitor = await registered({ playwright } as PlaywrightWorkerArgs);
      const orders = await ordersOf(visitor);
      for (const productId of [5, 9, 12]) expect((await visitor.put(`/api/member/wishlist/${productId}`)).ok()).toBe(true);
      await use({ state: await visitor.storageState(), orders });
      await visitor.dispose();
    },
    { scope: 'worker' },
  ],
  contextOf: [
    async ({ browser, newMember, regular }, use, { project }) => {
      const states = { guest: undefined, newMember, regular: regular.state };
      const contexts = new Map<Visitor, Promise<BrowserContext>>();
      await use((as) => {
        const state = states[as];
        const context =
          contexts.get(as) ??
          openContext(browser, project.use as BrowserContextOptions, { ...PHONE, ...(state && { storageState: state }) });
        contexts.set(as, context);
        return context;
      });
      for (const context of contexts.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
  as: ['guest', { option: true }],
  alone: [false, { option: true }],
  storageState: async ({ as, newMember, regular, storageState }, use) =>
    use(as === 'guest' ? storageState : as === 'newMember' ? newMember : regular.state),
  context: async ({ context, as, alone, contextOf }, use) => (alone ? use(context) : lend(await contextOf(as), use)),
});

export const WIDTHS = [DESK, PHONE] as const;
