import { randomUUID } from 'node:crypto';
import { orderStream, shipmentNo, type OrderEvent, type OrderTerms } from '@nordhaut/ordering';
import type { Engine } from '@nordhaut/platform/engine';
import { GENESIS } from '@nordhaut/platform/envelope';
import { NO_STREAM, type Append, type StreamName } from '@nordhaut/platform/event-store';
import type { DomainEvent } from '@nordhaut/platform/decider';
import { CREDIT_DAYS, type CreditGranted, walletStream } from '@nordhaut/promotions';
import { openFaces } from '@nordhaut/shop/modules';

/** streams of one append */
const CHUNK = 500;
const DAY = 86_400_000;
/** The orders of a member are spread over this time, so that the list has several years. */
const SPREAD_DAYS = 1_000;

/** of seeded members; the accounts are `member1@seed.example`, `member2@seed.example`, … */
export const seedEmail = (index: number): string => `member${index}@seed.example`;

const GIVEN = [
  '怡君',
  '雅婷',
  '家豪',
  '志明',
  '淑芬',
  '俊傑',
  '詩涵',
  '宗翰',
  '佳穎',
  '冠宇',
  '美玲',
  '承恩',
  '欣怡',
  '柏翰',
  '郁婷',
  '建宏',
];
const FAMILY = ['陳', '林', '黃', '張', '李', '王', '吳', '劉', '蔡', '楊', '許', '鄭', '謝', '洪', '郭', '邱'];

/** The recipient of a seeded member's orders: every phone number is another one, and names repeat as they do among people. */
export const seedPerson = (index: number) => ({
  firstName: FAMILY[index % FAMILY.length] as string,
  lastName: GIVEN[Math.floor(index / FAMILY.length) % GIVEN.length] as string,
  phoneE164: `+8869${String((index * 7_919) % 100_000_000).padStart(8, '0')}`,
  email: seedEmail(index),
});

/** `credit`: NT$ of shopping credit of each member; default 0 */
export type SeedOptions = { members: number; orders: number; credit?: number; password: string };

/**
 * Writes invented members with delivered cash orders, in bulk: the same events as the shop writes, without its requests to
 * providers. The history passes `npm run verify`.
 */
export async function seedMembers(
  engine: Engine,
  { members, orders, credit = 0, password }: SeedOptions,
): Promise<{ members: number; orders: number }> {
  const faces = await openFaces(engine);
  const { codec, store } = engine;
  const append = async (stream: StreamName, events: DomainEvent[], actorId: string): Promise<Append> => {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: { kind: 'member' as const, id: actorId }, now: engine.clock() };
    const encoded = await codec.encode({ stream, revision: 0, previousHash: GENESIS, events, context });
    return { stream, expectedRevision: NO_STREAM, events: encoded.events, newIds: true };
  };
  async function write(appends: readonly (() => Promise<Append>)[]): Promise<void> {
    for (let done = 0; done < appends.length; done += CHUNK) {
      const chunk = await Promise.all(appends.slice(done, done + CHUNK).map((make) => make()));
      await Promise.all(
        chunk.map(({ stream, expectedRevision, events, ...options }) => store.append(stream, expectedRevision, events, options)),
      );
    }
  }
  try {
    const { rows } = await engine.pool.query<{ seeded: string }>('select count(*)::text as seeded from account_users');
    const from = Number(rows[0]?.seeded ?? 0) + 1;
    for (let done = 0; done < members; done += CHUNK) {
      const emails = Array.from({ length: Math.min(CHUNK, members - done) }, (_, index) => seedEmail(from + done + index));
      const people = await faces.accounts.seedMembers(emails, password);
      const today = engine.clock().getTime();
      // Before the registrations: a shop that runs gives each new member a coupon, into the same stream.
      if (credit > 0)
        await write(
          people.map(
            ({ memberId }) =>
              () =>
                append(walletStream(memberId), [creditGranted(credit, today) as DomainEvent], memberId),
          ),
        );
      await write(people.map((one) => () => append(one.stream, [one.event as DomainEvent], one.memberId)));
      await write(
        people.flatMap(({ memberId }, person) =>
          Array.from({ length: orders }, (_, index) => () => {
            const orderNo = faces.checkout.orderNumbers.issue();
            const placedAt = today - (SPREAD_DAYS - (index * (SPREAD_DAYS - 10)) / Math.max(1, orders)) * DAY;
            return append(orderStream(orderNo), historyOf(orderNo, memberId, from + done + person, placedAt) as DomainEvent[], memberId);
          }),
        ),
      );
    }
    return { members, orders: members * orders };
  } finally {
    await faces.close();
  }
}

/** Credit by hand, as support grants it. */
const creditGranted = (amount: number, today: number): CreditGranted => ({
  type: 'CreditGranted',
  data: {
    at: new Date(today).toISOString(),
    grantId: 'seeded',
    kind: 'SUPPORT',
    amount,
    endsAt: new Date(today + CREDIT_DAYS * DAY).toISOString(),
    cause: { kind: 'SUPPORT', reason: 'seeded' },
  },
});

const line: OrderTerms['lines'][number] = {
  productId: 5,
  nameZh: '溫和潔膚露',
  nameEn: 'Gentle Cleanser',
  image: 'gentle-cleanser',
  tier: 'MEMBER',
  quantity: 2,
  unitPrice: 780,
  subtotal: 1_560,
};

/** A home order that was delivered and paid in cash. */
function historyOf(orderNo: string, memberId: string, person: number, placedAt: number): OrderEvent[] {
  const at = (days: number): string => new Date(placedAt + days * DAY).toISOString();
  const tradeNo = shipmentNo(orderNo, 1);
  const [logisticsId, subtype] = [`S${orderNo}`, 'TCAT'] as const;
  const recipient = {
    ...seedPerson(person),
    zip: '106',
    city: '臺北市',
    district: '大安區',
    area: '',
    address: '信義路三段134巷1號',
  };
  const terms: OrderTerms = {
    orderNo,
    cartId: null,
    memberId,
    lines: [line],
    gifts: [],
    discounts: [],
    credit: 0,
    subtotal: line.subtotal,
    shippingFee: 0,
    total: line.subtotal,
    payment: 'COD',
    delivery: { type: 'HOME', subtype },
    invoiceType: 'NORMAL',
  };
  const parcel = { tradeNo, logisticsId, subtype } as const;
  const report = { ...parcel, source: 'poll', timed: true, current: true } as const;
  return [
    { type: 'OrderPlaced', data: { ...terms, at: at(0) }, subject: `guest:${orderNo}`, personal: { contact: { recipient, store: null } } },
    {
      type: 'ShipmentCreated',
      data: { at: at(0), ...parcel, code: '300', bookingNote: '103315697125', cvsPaymentNo: '', cvsValidationNo: '' },
    },
    { type: 'ParcelStatusReported', data: { at: at(1), ...report, code: '3006', finished: false } },
    { type: 'ParcelStatusReported', data: { at: at(2), ...report, code: '3003', finished: true } },
  ];
}
