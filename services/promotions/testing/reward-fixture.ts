import { memberDecider, memberStream } from '@nordhaut/accounts';
import { orderDecider, orderStream, type OrderCommand, type OrderTerms, type OrderTraces } from '@nordhaut/ordering';
import { personal } from '@nordhaut/ordering/testing';
import { createCommands, type Commands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import type { EventStore } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll } from 'vitest';
import { availableCredit, daysAfter } from '../credit.ts';
import { createRewards, type Rewards } from '../grant-rewards.ts';
import { createInvitations } from '../invitations.ts';
import { createReservations, type Reservations } from '../reservations.ts';
import { walletStream } from '../stream.ts';
import { walletDecider } from '../wallet.decide.ts';

export const START = '2026-11-02T04:00:00.000Z';

export type Process = { commands: Commands; rewards: Rewards; reservations: Reservations };

/** Members, their orders, and processes that carry the rewards of both, on one store. It belongs to the file's tests. */
export function rewardFixture() {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.drop());

  const state = {
    /** ISO: the clock of every process */
    now: START,
    /** for names that differ */
    count: 0,
    /** the read model of the orders */
    traces: new Map<string, OrderTraces['orders']>(),
    isCurrent: true,
  };

  /** `load`: reads for the process in another way than its commands do */
  function processOn(store: EventStore, load?: Commands['load']): Process {
    const own = createCommands({ store, codec: shop.codec });
    const commands = { ...own, load: load ?? own.load };
    const reservations = createReservations({ commands, adoptedOrders: () => Promise.resolve({ standing: [], fallen: [] }) });
    const tracesOf = (memberId: string) => Promise.resolve({ isCurrent: state.isCurrent, orders: state.traces.get(memberId) ?? [] });
    const invitations = createInvitations({ commands, tracesOf });
    const clock = () => new Date(state.now);
    return { commands, reservations, rewards: createRewards({ commands, clock, giveBack: reservations.giveBack, invitations, tracesOf }) };
  }
  const another = (): Process => processOn(shop.store);

  /** A process that dies after so many appends. The last one is written, and the process never gets its answer. */
  function mortal(survives: number): Process {
    let calls = 0;
    const demand = (): void => {
      if (calls >= survives) throw new Error('the process died');
    };
    const doomed = new Proxy(shop.store, {
      get(target, name: keyof EventStore) {
        if (name === 'appendTogether') return undefined;
        if (name !== 'append') return typeof target[name] === 'function' ? (target[name] as () => unknown).bind(target) : target[name];
        return async (...args: Parameters<EventStore['append']>) => {
          demand();
          calls++;
          const result = await target.append(...args);
          demand();
          return result;
        };
      },
    });
    return processOn(doomed);
  }

  /** A member whose phone number and e-mail address have this key. */
  async function register(memberId: string, key = memberId, at = '2026-01-01T00:00:00.000Z'): Promise<void> {
    const agreement = { version: '1', hash: '' };
    await another().commands.handle(
      memberStream(memberId),
      memberDecider,
      {
        type: 'Register',
        at,
        subject: `member:${memberId}`,
        method: 'EMAIL',
        inviteCode: `CODE${memberId}`,
        emailKey: key,
        phoneKey: key,
        requestId: memberId,
        referral: null,
        terms: agreement,
        privacy: agreement,
        contact: { firstName: '王', lastName: '大明', email: 'a@example.com', phone: '+886912345678' },
      },
      testContext(),
    );
  }

  /** A member who was invited by another one. */
  async function friends() {
    const [referrer, friend] = [`r${++state.count}`, `f${++state.count}`];
    for (const [index, memberId] of [referrer, friend].entries())
      await register(memberId, memberId, daysAfter('2026-01-01T00:00:00.000Z', index));
    const bind = { memberId: referrer, registeredAt: '2026-01-01T00:00:00.000Z', samePerson: false };
    await another().commands.handle(
      memberStream(friend),
      memberDecider,
      { type: 'BindReferral', at: START, code: `CODE${referrer}`, referrer: bind, boundBefore: false, hasOrdered: false },
      testContext(),
    );
    return { referrer, friend };
  }

  const newNumber = (): string => `REWARD0000${String(++state.count).padStart(4, '0')}`;

  /** Events of the order that the role would handle, one by one; `rewards` gets each of them. */
  async function order(memberId: string | null, goods: number, more: Partial<OrderTerms> = {}) {
    const orderNo = more.orderNo ?? newNumber();
    const terms: OrderTerms = {
      orderNo,
      cartId: null,
      memberId,
      lines: [],
      gifts: [],
      discounts: [],
      credit: 0,
      subtotal: goods,
      shippingFee: 0,
      total: goods,
      payment: 'COD',
      delivery: { type: 'HOME', subtype: 'TCAT' },
      invoiceType: 'NORMAL',
      ...more,
    };
    if (memberId !== null)
      state.traces.set(memberId, [
        ...(state.traces.get(memberId) ?? []),
        { placedAt: state.now, isPurchase: true, phoneKey: terms.phoneKey },
      ]);
    const parcel = { tradeNo: `${orderNo}S1`, logisticsId: `L${orderNo}`, subtype: 'TCAT' } as const;
    const events: { eventId: string; correlationId: string }[] = [];
    const send = async (command: OrderCommand): Promise<void> => {
      const outcome = await another().commands.handle(
        orderStream(orderNo),
        orderDecider,
        command,
        testContext({ now: new Date(state.now) }),
      );
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      for (const { id, metadata } of outcome.events) events.push({ eventId: id, correlationId: metadata.correlationId });
    };
    await send({ type: 'PlaceOrder', at: state.now, terms, subject: `guest:${orderNo}`, personal });
    const report = (code: string) =>
      send({ type: 'ReportParcelStatus', at: state.now, ...parcel, code, carrierAt: state.now, source: 'callback' });
    return {
      orderNo,
      /** the events since the last call */
      events: () => events.splice(0),
      ship: () =>
        send({ type: 'RecordShipment', at: state.now, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' }),
      deliver: async () => {
        await report('3001');
        await report('3003');
      },
      send,
    };
  }
  async function tell({ rewards }: Process, placed: Placed): Promise<void> {
    for (const because of placed.events()) await rewards.order(placed.orderNo, because);
  }
  const walletOf = async (memberId: string) => (await another().commands.load(walletStream(memberId), walletDecider)).state;
  const balance = async (memberId: string) => availableCredit((await walletOf(memberId)).grants, state.now);

  async function returned(placed: Placed): Promise<void> {
    await placed.send({ type: 'RequestReturn', at: state.now, reason: 'NOT_STATED', comment: '不適合', sender: null, bankAccount: null });
    await placed.send({ type: 'ApproveReturn', at: state.now });
    await placed.send({ type: 'ReceiveReturn', at: state.now, reason: 'COMPLETE' });
  }
  async function deliveredFor(memberId: string, goods: number, more: Partial<OrderTerms> = {}): Promise<Placed> {
    const placed = await order(memberId, goods, more);
    await placed.ship();
    await placed.deliver();
    await tell(another(), placed);
    return placed;
  }

  return Object.assign(state, {
    shop: () => shop,
    processOn,
    another,
    mortal,
    register,
    friends,
    newNumber,
    order,
    tell,
    walletOf,
    balance,
    returned,
    deliveredFor,
  });
}
type RewardFixture = ReturnType<typeof rewardFixture>;
export type Pair = Awaited<ReturnType<RewardFixture['friends']>>;
export type Placed = Awaited<ReturnType<RewardFixture['order']>>;
