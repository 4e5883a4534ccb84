import {
  linkedToPlace,
  moneyOf,
  type Order,
  orderDecider,
  type OrderCommand,
  type OrderEvent,
  type OrderState,
  type OrderTerms,
} from '@nordhaut/ordering';
import { AT, line, personal, terms } from '@nordhaut/ordering/testing';
import { type History, historyOf } from '@nordhaut/platform/event-store/given';
import { outcomeOf } from '@nordhaut/promotions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfLinked, linkedTerms } from './linked-order.ts';

/** An order and all that is sent again for it, in the hands of carrier, buyer, support and the checkout process. */

type Own = History<OrderState, OrderCommand, OrderEvent>;
const ORIGIN = 'N123456789ABCDEF';
const TOTAL = 1100;
const termsOf = (credit: number): OrderTerms => terms({ cartId: null, credit, total: TOTAL - credit });
const items = [{ productId: line.productId, tier: line.tier, quantity: line.quantity }];
const note = '顧客來電';
const [MOVES, DELIVERED, LOST, HELD] = ['3006', '3003', '5002', '5003'];
/** Nobody collected it: it goes back from the store, and arrives. */
const BACK: readonly (string | undefined)[] = ['3123', '3124', '5008'];

/** @param credit NT$ of the order that shopping credit paid */
function chainOf(credit: number) {
  const orders = new Map<string, Own>();
  let minutes = 0;
  let numbers = 0;
  let hasCreditBack = false;
  const now = (): string => new Date(Date.parse(AT) + ++minutes * 60_000).toISOString();
  const parcelOf = (no: string) => ({ tradeNo: `${no}S1`, logisticsId: 'L1', subtype: 'TCAT' }) as const;

  function begin(orderNo: string, agreed: OrderTerms): void {
    const own = historyOf<OrderState, OrderCommand, OrderEvent>(orderDecider);
    orders.set(orderNo, own);
    const at = now();
    own.send({ type: 'PlaceOrder', at, terms: agreed, subject: `guest:${orderNo}`, personal });
    const charge = { recTradeId: 'D1', bankTransactionId: 'T1', amount: agreed.total, authCode: '1' };
    if (agreed.total > 0) own.send({ type: 'AuthoriseCardPayment', at, ...charge });
    own.send({ type: 'RecordShipment', at, ...parcelOf(orderNo), code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' });
  }
  begin(ORIGIN, termsOf(credit));

  const stateOf = (own: Own | undefined): Order => own?.state() ?? expect.fail('no order');
  const origin = (): Order => stateOf(orders.get(ORIGIN));

  /** One round of what the process does for an order. @returns whether anything happened */
  function step(no: string, own: Own): boolean {
    const at = now();
    const order = stateOf(own);
    const link = linkedToPlace(order);
    if (link && !orders.has(link.linkedOrderNo)) begin(link.linkedOrderNo, linkedTerms(order, link));
    const end = endOfLinked(order, at);
    if (end && order.terms.linked) orders.get(order.terms.linked.orderNo)?.send(end);
    const written = [
      ...(link ? own.send({ type: 'RecordLinkedOrder', at, linkedOrderNo: link.linkedOrderNo }) : []),
      ...own.send({ type: 'TellOrigin', at }),
      ...own.send({ type: 'StartRefunds', at }),
      ...moneyOf(stateOf(own)).debts.flatMap(({ started, ...debt }) => (started ? own.send({ type: 'IssueRefund', at, ...debt }) : [])),
    ];
    return written.length > 0;
  }

  const isPaid = (): boolean => moneyOf(origin()).paidBack > 0 || hasCreditBack;

  return {
    /** the number of an order of the chain, by any index */
    pick: (index: number): string => [...orders.keys()][index % orders.size] ?? ORIGIN,
    finish(): void {
      for (let isAgain = true; isAgain; ) isAgain = [...orders].map(([no, own]) => step(no, own)).includes(true);
      // The wallet has its own stream: what it got back, it has.
      hasCreditBack ||= credit > 0 && outcomeOf(origin()) !== null;
    },
    /** all of it: the part of the card, and the part of the credit */
    isPaidBack: (): boolean => moneyOf(origin()).paidBack === TOTAL - credit && hasCreditBack === credit > 0,
    isPaidInPart: (): boolean => isPaid(),
    all: (): Order[] => [...orders.values()].map(stateOf),
    act(what: Act, no: string): boolean {
      const own = orders.get(no);
      const order = stateOf(own);
      const at = now();
      const code = order.parcel?.code;
      const isMoved = order.receivedAt === null && !order.cancelled && !BACK.includes(code);
      // A lost parcel that is found after the money went back reaches the buyer all the same, and nobody can help it.
      const links = order.linked ?? [];
      const wasBack = order.parcel?.reports.some((one) => BACK.includes(one.code)) ?? false;
      // Nor can anybody help it where what replaces a parcel that is held up was not collected or given back. A wish pays nothing back.
      const isHelped = code === HELD && links.length > 0 && !wasBack && links.every(({ state }) => state === 'CANCELLED');
      // Nobody can help either where the carrier finds the lost parcel and its replacement turns round. The same holds if the found parcel
      // goes back after all, or the replacement is lost on its way back: the origin has recorded its end. Support asks the carrier
      // (`moves-on`).
      const { linked } = order.terms;
      const isFoundBeside = linked !== undefined && (order.originTold === true || hasParcelAhead(stateOf(orders.get(linked.orderNo))));
      const mayMove = isMoved && (isHelped || !((code === LOST || code === HELD) && (isPaid() || order.originTold === true)));
      const moved = (next: string | undefined): OrderCommand[] =>
        next === undefined ? [] : [{ type: 'ReportParcelStatus', at, ...parcelOf(no), code: next, carrierAt: at, source: 'callback' }];
      const report = (next: string | undefined): OrderCommand[] => (mayMove ? moved(next) : []);
      const commands: { [act in Act]: () => OrderCommand[] } = {
        move: () => report(MOVES),
        lose: () => (order.handedOverAt ? report(LOST) : []),
        'hold up': () => (order.handedOverAt ? report(HELD) : []),
        deliver: () => (order.handedOverAt ? report(DELIVERED) : []),
        'take back': () => (order.handedOverAt && code !== LOST ? report(BACK[0]) : []),
        // Later codes of a parcel that nobody collected: it is lost or damaged on its way back, or goes to the buyer after all.
        'lose on the way back': () => (BACK.includes(code) ? moved(LOST) : []),
        'turn round': () => (BACK.includes(code) && !isPaid() && !isFoundBeside ? moved(MOVES) : []),
        'bring back': () => (BACK.includes(code) ? moved(BACK[BACK.indexOf(code) + 1]) : []),
        cancel: () => [{ type: 'CancelOrder', at, reason: 'OTHER' }],
        'ask for a return': () => [{ type: 'RequestReturn', at, reason: 'OTHER', comment: note, sender: null, bankAccount: null }],
        approve: () => [{ type: 'ApproveReturn', at }],
        receive: () => (order.receivedAt ? [{ type: 'ReceiveReturn', at, reason: 'COMPLETE' }] : []),
        exchange: () => [{ type: 'AgreeLinkedOrder', at, linkedOrderNo: `LINKED${++numbers}`, kind: 'EXCHANGE', items, note }],
        resend: () => [{ type: 'AgreeLinkedOrder', at, linkedOrderNo: `LINKED${++numbers}`, kind: 'RESEND', items, note }],
      };
      return commands[what]().some((command) => (own?.send(command).length ?? 0) > 0);
    },
  };
}

const ACTS = [
  'move',
  'lose',
  'hold up',
  'deliver',
  'take back',
  'bring back',
  'lose on the way back',
  'turn round',
  'cancel',
  'ask for a return',
  'approve',
  'receive',
  'exchange',
  'resend',
] as const;
type Act = (typeof ACTS)[number];

const isGivenBack = (order: Order): boolean => order.return?.receivedAt != null;
const hasGoods = (order: Order): boolean => order.receivedAt !== null && !isGivenBack(order);
const isResent = (order: Order): boolean => (order.linked ?? []).some(({ kind, state }) => kind === 'RESEND' && state !== 'NOT_PLACED');
const isSentAgain = ({ linked = [] }: Order): boolean => linked.some(({ state }) => state === 'AGREED' || state === 'PLACED');
const isLost = (order: Order): boolean => order.parcel?.code === LOST && !order.cancelled;
/** It may arrive, or the carrier says later that it does not. */
const isHeld = (order: Order): boolean => order.parcel?.code === HELD && !order.cancelled && !isSentAgain(order);
const hasParcelAhead = ({ receivedAt, cancelled, parcel }: Order): boolean =>
  receivedAt === null && !cancelled && parcel?.code !== LOST && parcel?.code !== HELD && !BACK.includes(parcel?.code);
/** The buyer gets the goods, if nothing else happens. */
const isAhead = (order: Order): boolean => hasParcelAhead(order) && !isSentAgain(order);

test('over an order and all that is sent again for it, the buyer has the goods or the money, and never both', () => {
  const seen = new Set<string>();
  const acts = fc.array(fc.record({ index: fc.nat(3), what: fc.constantFrom(...ACTS), isFinished: fc.nat(9).map((one) => one > 2) }), {
    maxLength: 24,
    size: 'max',
  });
  fc.assert(
    fc.property(acts, fc.constantFrom(0, 400, TOTAL), (steps, credit) => {
      const chain = chainOf(credit);
      const log: string[] = [];
      for (const { index, what, isFinished } of steps) {
        const no = chain.pick(index);
        if (!chain.act(what, no)) continue;
        log.push(`${what} ${no}`);
        seen.add(what);
        if (!isFinished) continue;
        chain.finish();
        const orders = chain.all();
        // A parcel that was sent again and then found reaches the buyer beside the second one.
        const goods = orders.filter((order) => (hasGoods(order) && !isResent(order)) || isAhead(order)).length;
        const isFound = orders.some((order) => isResent(order) && hasGoods(order));
        const waits = orders.some(
          (order) => (isLost(order) && !isResent(order)) || isHeld(order) || order.linked?.some(({ state }) => state === 'AGREED'),
        );
        expect(goods, log.join(', ')).toBeLessThanOrEqual(1);
        expect(chain.isPaidInPart() && (goods > 0 || isFound), `goods and money: ${log.join(', ')}`).toBe(false);
        expect(chain.isPaidBack() || goods > 0 || isFound || waits, `neither goods nor money: ${log.join(', ')}`).toBe(true);
      }
    }),
    { numRuns: 12_000 },
  );
  expect([...seen].toSorted()).toEqual([...ACTS].toSorted());
});
