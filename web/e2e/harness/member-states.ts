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
import { DESK, lend, openContext, openShared, PHONE, test as base } from './test.ts';

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
async function registered(playwright: PlaywrightWorkerArgs['playwright']): Promise<APIRequestContext> {
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

/** a member without orders and wishes */
async function newMember(playwright: PlaywrightWorkerArgs['playwright']): Promise<State> {
  const visitor = await registered(playwright);
  const state = await visitor.storageState();
  await visitor.dispose();
  return state;
}

type Regular = { state: State; orders: OrderNos };
/** a member with an order in each main state and with wishes */
async function regularMember(playwright: PlaywrightWorkerArgs['playwright']): Promise<Regular> {
  const visitor = await registered(playwright);
  const orders = await ordersOf(visitor);
  for (const productId of [5, 9, 12]) expect((await visitor.put(`/api/member/wishlist/${productId}`)).ok()).toBe(true);
  const state = await visitor.storageState();
  await visitor.dispose();
  return { state, orders };
}

type Fixtures = {
  /** who opens the page */
  as: 'guest' | 'newMember' | 'regular';
  regular: Regular;
};

/** Tests of a worker share its two members, and one context for each visitor. */
export const memberTest = base.extend<Fixtures>({
  as: ['guest', { option: true }],
  regular: async ({ kept, playwright }, use) => use(await kept('regular member', () => regularMember(playwright))),
  context: async ({ browser, kept, playwright, as, alone }, use, { project }) => {
    const states = {
      guest: () => undefined,
      newMember: () => kept('new member', () => newMember(playwright)),
      regular: async () => (await kept('regular member', () => regularMember(playwright))).state,
    };
    const open = async (how: typeof openContext): Promise<BrowserContext> => {
      const state = await states[as]();
      return how(browser, project.use as BrowserContextOptions, { ...PHONE, ...(state && { storageState: state }) });
    };
    const shared = () => open(openShared);
    if (!alone) return lend(await kept(`pages of ${as}`, shared, (context) => context.close()), use);
    const context = await open(openContext);
    await use(context);
    await context.close();
  },
});

export const WIDTHS = [DESK, PHONE] as const;
