import type { CouponTake } from '@nordhaut/ordering';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { checkChains, testContext } from '@nordhaut/platform/envelope/testing';
import { describe, expect, test } from 'vitest';
import type { Closed, Known } from '../../scripts/naive-prices/anew.ts';
import { answerOf as shopAnswer, type Answers, groupsOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import type { Coupon, Member, Request } from '../../scripts/naive-prices/types.ts';
import { booksOf } from './credit.ts';
import type { Rejection } from '@nordhaut/platform/decider';
import { personDecider } from './person.decide.ts';
import { priceCart } from './price-cart.ts';
import { personStream, walletStream } from './stream.ts';
import { answerOf, inputOf, PROBLEMS } from './testing/from-naive.ts';
import { type Process, rewardFixture, START } from './testing/reward-fixture.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';

/** What a closed account has used (infra/decisions/106): the worked examples, and the death of the process that closes a wallet. */

const FILE = SHOWN_BY['services/promotions/earlier-accounts.test.ts'];
const fixture = rewardFixture();
const { another, mortal, register, order, walletOf } = fixture;
const newId = (name: string): string => `${name}${++fixture.count}`;
const because = () => ({ eventId: newId('closed'), correlationId: 'c1' });

async function send(memberId: string, ...commands: WalletCommand[]): Promise<void> {
  for (const command of commands) {
    const outcome = await another().commands.handle(walletStream(memberId), walletDecider, command, testContext());
    expect(outcome).toMatchObject({ ok: true });
  }
}
/** A copy of a coupon that a registration gave. */
const copy = (couponId: string): WalletCommand => ({
  type: 'GrantCoupon',
  at: fixture.now,
  copyId: `${couponId}/REGISTERED`,
  couponId,
  cause: { kind: 'REGISTERED' },
  endsAt: null,
});
const takeOf = ({ id, super: kind }: Pick<Coupon, 'id' | 'super'>): CouponTake => ({
  couponId: id,
  copyId: `${id}/REGISTERED`,
  needsCopy: true,
  maxUsage: 1,
  firstPurchase: kind === 'PUBLIC_FIRST_200',
  counted: false,
  oncePerPerson: false,
});
const plain = (id: string): CouponTake => takeOf({ id, super: null });

/** An order to a phone number that takes coupons and credit. @returns why it cannot */
async function buy(memberId: string, phoneKey: string, coupons: readonly CouponTake[], credit = 0): Promise<Rejection | undefined> {
  const { orderNo } = await order(memberId, 1_000, { phoneKey });
  const { reservations } = another();
  const taken = { orderNo, memberId, at: fixture.now, coupons, credit, personKeys: [], phoneKey };
  const refused = await reservations.reserve(taken, testContext());
  if (refused) await reservations.giveBack(taken, 'FAILED', testContext());
  else await reservations.redeem(taken, testContext({ now: new Date(fixture.now) }));
  return refused;
}

async function handle(memberId: string, command: Parameters<typeof memberDecider.decide>[0]): Promise<void> {
  const outcome = await another().commands.handle(memberStream(memberId), memberDecider, command, testContext());
  expect(outcome).toMatchObject({ ok: true });
}
/** The member confirms another address. */
const confirm = async (memberId: string, emailKey: string): Promise<void> => {
  const of = { at: fixture.now, subject: `member:${memberId}`, emailKey };
  await handle(memberId, { type: 'RequestEmailChange', ...of, email: 'b@example.com', passwords: 0 });
  await handle(memberId, { type: 'ConfirmEmail', ...of });
};
/** The member types another phone number into the profile. */
const typeNumber = (memberId: string, phoneKey: string): Promise<void> => {
  const changes = { phone: `+8869${String(++fixture.count).padStart(8, '0')}` };
  return handle(memberId, { type: 'ChangeProfile', at: fixture.now, subject: `member:${memberId}`, changes, phoneKey });
};

/** Keys of this example alone, because the streams of persons outlive it. */
function numbers() {
  const own = newId('phone');
  return (phone: string): string => `${own}/${phone}`;
}

/** The account that was closed, with what its orders used. */
async function closedAccount({ phones: [phone = ''], coupons, hasOrdered, birthdays }: Closed, keyOf: (phone: string) => string) {
  const memberId = newId('closed');
  const key = keyOf(phone);
  await register(memberId, key);
  await send(memberId, ...coupons.map(copy));
  for (const year of birthdays) {
    const cause = { kind: 'BIRTHDAY', year } as const;
    await send(memberId, { type: 'GrantCredit', at: fixture.now, grantId: `birthday/${year}`, kind: 'BIRTHDAY', amount: 50, cause });
  }
  for (const coupon of coupons) expect(await buy(memberId, key, [plain(coupon)])).toBeUndefined();
  if (hasOrdered || birthdays.length > 0) expect(await buy(memberId, key, [], birthdays.length * 50)).toBeUndefined();
  await another().rewards.close(memberId, because());
}

const OWN: Answers<Shown<'services/promotions/earlier-accounts.test.ts'>> = {
  async orderAnew({ closed, own, request }: { closed: Closed; own: Known; request: Request }) {
    const keyOf = numbers();
    await closedAccount(closed, keyOf);
    const [phone = '', recipient = phone] = own.phones;
    const memberId = newId('anew');
    await register(memberId, keyOf(phone));
    const chosen = request.coupons.filter(({ id }) => request.chosen.includes(id));
    await send(memberId, ...chosen.map(({ id }) => copy(id)));
    const priced = priceCart(inputOf(request));
    const refused = await buy(memberId, keyOf(recipient), chosen.map(takeOf));
    if (refused) return { ok: false, refusal: 'COUPON', coupon: { state: PROBLEMS[refused.code] } };
    return priced.ok && answerOf(priced, request);
  },
  async birthdayAnew({ closed, own, member, now }: { closed: Closed; own: Known; member: Member; now: number }) {
    fixture.now = new Date(now).toISOString();
    const keyOf = numbers();
    await closedAccount(closed, keyOf);
    const memberId = newId('anew');
    await register(memberId, keyOf(own.phones[0] ?? ''));
    const at = new Date(member.birthday?.setAt ?? 0).toISOString();
    const changes = { birthday: `1990-0${member.birthday?.month ?? 1}-20` };
    const profile = { type: 'ChangeProfile', at, subject: `member:${memberId}`, changes, phoneKey: null } as const;
    await another().commands.handle(memberStream(memberId), memberDecider, profile, testContext({ now: new Date(at) }));
    await another().rewards.birthday(memberId, because());
    await another().rewards.due(memberId);
    fixture.now = START;
    return (await walletOf(memberId)).grants.reduce((sum, { value }) => sum + value, 0);
  },
};

describe.each(groupsOf(FILE))('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', async (example) => {
    const { expected } = example;
    const answer = await shopAnswer(OWN, example);
    if (typeof expected === 'object' && expected !== null) expect(answer).toMatchObject(expected);
    else expect(answer).toBe(expected);
  });
});

describe('an order that was open when the account was closed', () => {
  /** An account with the number, whose order took its travel set, the first purchase and the birthday credit. */
  async function closing(keyOf: (phone: string) => string) {
    const memberId = newId('closing');
    await register(memberId, keyOf('own'));
    const cause = { kind: 'BIRTHDAY', year: 2026 } as const;
    await send(memberId, copy('1'), {
      type: 'GrantCredit',
      at: fixture.now,
      grantId: 'birthday/2026',
      kind: 'BIRTHDAY',
      amount: 50,
      cause,
    });
    const { orderNo, ...placed } = await order(memberId, 1_000, { phoneKey: keyOf('own') });
    const taken = { orderNo, memberId, at: fixture.now, coupons: [plain('1')], credit: 50, personKeys: [], phoneKey: keyOf('own') };
    expect(await another().reservations.reserve(taken, testContext())).toBeUndefined();
    return { memberId, taken, placed };
  }
  /** What the person's next account is told. */
  async function anew(keyOf: (phone: string) => string) {
    const memberId = newId('anew');
    await register(memberId, keyOf('own'));
    await send(memberId, copy('1'), copy('2'));
    const buys = async (take: CouponTake) => (await buy(memberId, keyOf('own'), [take]))?.code ?? 'has it';
    // The first purchase first, because the other order would be one.
    return [await buys(takeOf({ id: '2', super: 'PUBLIC_FIRST_200' })), await buys(plain('1'))];
  }
  const usesOf = async (key: string) =>
    (await another().commands.load(personStream(key), personDecider)).state.filter(({ returned }) => !returned).length;

  test('has its coupons, also where its process repeats the step after the account was closed', async () => {
    const keyOf = numbers();
    const { memberId, taken } = await closing(keyOf);
    await another().rewards.close(memberId, because());
    expect(await another().reservations.reserve(taken, testContext())).toBeUndefined();
    expect(await anew(keyOf)).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP']);
  });

  test('that had reserved and is placed afterwards has used its coupons, also by the number that receives it', async () => {
    const keyOf = numbers();
    const memberId = newId('closing');
    // The profile has another number, and its address was not confirmed.
    await register(memberId, keyOf('of the profile'));
    await send(memberId, copy('1'));
    const orderNo = fixture.newNumber();
    const taken = { orderNo, memberId, at: fixture.now, coupons: [plain('1')], credit: 0, personKeys: [], phoneKey: keyOf('own') };
    expect(await another().reservations.reserve(taken, testContext())).toBeUndefined();
    await another().rewards.close(memberId, because());
    const placed = await order(memberId, 1_000, { orderNo, phoneKey: keyOf('own') });
    await fixture.tell(another(), placed);
    await another().reservations.redeem(taken, testContext({ now: new Date(fixture.now) }));
    expect(await anew(keyOf)).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP']);
  });

  test.each(['CANCELLED', 'FAILED', 'NOT_COLLECTED'] as const)(
    '%s since, it has used nothing, once and in two processes',
    async (outcome) => {
      const keyOf = numbers();
      const { memberId, taken } = await closing(keyOf);
      await another().rewards.close(memberId, because());
      expect(await usesOf(keyOf('own'))).toBe(3);
      await another().reservations.giveBack(taken, outcome, testContext());
      const returned = because();
      await Promise.all([another(), another()].map(({ rewards }) => rewards.returned(memberId, taken.orderNo, returned)));
      expect(await usesOf(keyOf('own'))).toBe(0);
      expect(await anew(keyOf)).toEqual(['has it', 'has it']);
    },
  );

  test('returned since, it keeps what a return does not give back (decisions.md 40)', async () => {
    const keyOf = numbers();
    const { memberId, taken } = await closing(keyOf);
    await another().reservations.redeem(taken, testContext());
    await another().rewards.close(memberId, because());
    await another().reservations.giveBack(taken, 'RETURNED', testContext());
    await another().rewards.returned(memberId, taken.orderNo, because());
    expect(await anew(keyOf)).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP']);
  });

  test('an order that still stands makes the first purchase where an earlier one was cancelled', async () => {
    const keyOf = numbers();
    const { memberId, taken } = await closing(keyOf);
    expect(await buy(memberId, keyOf('own'), [])).toBeUndefined();
    await another().rewards.close(memberId, because());
    await another().reservations.giveBack(taken, 'CANCELLED', testContext());
    await another().rewards.returned(memberId, taken.orderNo, because());
    expect(await anew(keyOf)).toEqual(['COUPON_USED_UP', 'has it']);
  });

  test('while the account is open, what comes back changes nothing of a person', async () => {
    const keyOf = numbers();
    const { memberId, taken } = await closing(keyOf);
    await another().reservations.giveBack(taken, 'CANCELLED', testContext());
    await another().rewards.returned(memberId, taken.orderNo, because());
    expect(await another().commands.load(personStream(keyOf('own')), personDecider)).toMatchObject({ revision: -1 });
  });
});

describe('what an account cannot take from somebody else', () => {
  /** The code of a refusal of a stranger's travel set and first purchase, each with an account of its own. */
  async function strangerWith(phone: string, email = newId('email')) {
    const buys = async (take: CouponTake) => {
      const memberId = newId('stranger');
      await register(memberId, email);
      await typeNumber(memberId, phone);
      await send(memberId, copy(take.couponId));
      return (await buy(memberId, phone, [take]))?.code ?? 'has it';
    };
    return [await buys(plain('1')), await buys(takeOf({ id: '2', super: 'PUBLIC_FIRST_200' }))];
  }

  test('phone numbers that its profile named, also where one order was returned (decisions.md 40)', async () => {
    const keyOf = numbers();
    const memberId = newId('poisons');
    await register(memberId, keyOf('own'));
    for (const victim of ['one', 'two', 'three']) await typeNumber(memberId, keyOf(victim));
    await send(memberId, copy('1'));
    const { orderNo } = await order(memberId, 1_000, { phoneKey: keyOf('own') });
    const taken = { orderNo, memberId, at: fixture.now, coupons: [plain('1')], credit: 0, personKeys: [], phoneKey: keyOf('own') };
    expect(await another().reservations.reserve(taken, testContext())).toBeUndefined();
    await another().reservations.redeem(taken, testContext());
    await another().reservations.giveBack(taken, 'RETURNED', testContext());
    await another().rewards.close(memberId, because());
    for (const victim of ['one', 'two', 'three']) expect(await strangerWith(keyOf(victim))).toEqual(['has it', 'has it']);
    expect(await strangerWith(keyOf('own'))).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP']);
  });

  test('the number that received another order of it', async () => {
    const keyOf = numbers();
    const memberId = newId('poisons');
    await register(memberId, keyOf('own'));
    await send(memberId, copy('1'));
    expect(await buy(memberId, keyOf('own'), [plain('1')])).toBeUndefined();
    expect(await buy(memberId, keyOf('friend'), [])).toBeUndefined();
    await another().rewards.close(memberId, because());
    expect(await strangerWith(keyOf('friend'))).toEqual(['has it', 'has it']);
  });

  test('an address that was not confirmed', async () => {
    const keyOf = numbers();
    const memberId = newId('poisons');
    await register(memberId, keyOf('address'));
    await send(memberId, copy('1'));
    expect(await buy(memberId, keyOf('own'), [plain('1')])).toBeUndefined();
    await another().rewards.close(memberId, because());
    expect(await strangerWith(keyOf('stranger'), keyOf('address'))).toEqual(['has it', 'has it']);
  });
});

test('the process that closes a wallet dies between any two appends: the books and what the person cannot have again are the same', async () => {
  const usesOf = async (keys: readonly string[]) => {
    const uses = await Promise.all(keys.map(async (key) => (await another().commands.load(personStream(key), personDecider)).state));
    return uses.map((state) => state.map(({ couponId, returned }) => `${couponId} ${returned}`).toSorted());
  };
  /** @returns what is left when the steps of closing were carried by `closeAs` */
  async function life(closeAs: (close: (process: Process) => Promise<void>) => Promise<void>) {
    const keyOf = numbers();
    const [own, recipient] = [keyOf('own'), keyOf('recipient')];
    const memberId = newId('closing');
    await register(memberId, own);
    const confirmed = keyOf('confirmed');
    await confirm(memberId, confirmed);
    await send(memberId, copy('1'), copy('2'), {
      type: 'GrantCredit',
      at: fixture.now,
      grantId: 'birthday/2026',
      kind: 'BIRTHDAY',
      amount: 50,
      cause: { kind: 'BIRTHDAY', year: 2026 },
    });
    expect(await buy(memberId, recipient, [plain('1')], 30)).toBeUndefined();
    const event = because();
    await closeAs(({ rewards }) => rewards.close(memberId, event));
    // The next account of the person, by the number of the recipient alone.
    const anew = newId('anew');
    await register(anew, keyOf('another'));
    await send(anew, copy('1'), copy('2'));
    const answers = [
      await buy(anew, recipient, [plain('1')]),
      await buy(anew, recipient, [takeOf({ id: '2', super: 'PUBLIC_FIRST_200' })]),
    ];
    const { grants, copies, closedAt, scheduled } = await walletOf(memberId);
    const wallet = {
      books: grants.map((grant) => booksOf(grant, fixture.now)),
      copies: copies.length,
      isClosed: closedAt !== null,
      scheduled,
    };
    return { wallet, uses: await usesOf([own, confirmed, recipient]), answers: answers.map((refused) => refused?.code) };
  }
  const expected = await life((close) => close(another()));
  expect(expected.answers).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP']);
  expect(expected.wallet.books).toMatchObject([{ used: 30 }]);
  const all = ['1 false', 'BIRTHDAY/2026 false', 'FIRST_PURCHASE false'];
  expect(expected.uses).toEqual([[], all, all]);
  let deaths = 0;
  for (let survives = 0, died = true; died; survives++) {
    died = false;
    const found = await life(async (close) => {
      await close(mortal(survives)).catch(() => {
        died = true;
        deaths++;
      });
      // The consumer gives the event to the next process, and two may have it at once.
      await Promise.all([close(another()), close(another())]);
    });
    expect(found, `dead after ${survives} appends`).toEqual(expected);
    expect(survives).toBeLessThan(20);
  }
  // The end of the wallet, and three uses for the address and the recipient.
  expect(deaths).toBeGreaterThan(6);
  expect(await checkChains(fixture.shop().store)).toMatchObject({ ok: true });
});
