import { type LinkedOrder, type Order, type OrderCommand, orderDecider, orderStream, type OrderTerms, ownerOf } from '@nordhaut/ordering';
import { deductibleGifts, howReturned, leftToSend, linkedToPlace, originToTell, wasWithdrawn, withoutKept } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import { declaredValue } from './declared-value.ts';
import type { CheckoutDeps } from './deps.ts';
import { type DriveOrder, loadSnapshot, type Run } from './run.ts';
import { start } from './start.ts';
import { contextOf } from './step-context.ts';

/** Gifts go with the last part of the goods, once, where the whole order is sent again. */
const withGifts = (order: Order, { linkedOrderNo, items }: LinkedOrder): boolean => {
  const all = order.linked ?? [];
  const before = all.slice(
    0,
    all.findIndex((link) => link.linkedOrderNo === linkedOrderNo),
  );
  return leftToSend({ ...order, linked: before }).every(({ productId, tier, quantity }) =>
    items.some((item) => item.productId === productId && item.tier === tier && item.quantity === quantity),
  );
};

/** The same goods for the same person, with nothing due. It belongs to the member to whom the origin belongs now. */
export function linkedTerms(order: Order, link: LinkedOrder): OrderTerms {
  const { terms } = order;
  const memberId = ownerOf(order);
  const lines = terms.lines.flatMap((line) => {
    const item = link.items.find(({ productId, tier }) => productId === line.productId && tier === line.tier);
    return item ? [{ ...line, quantity: item.quantity, unitPrice: 0, subtotal: 0 }] : [];
  });
  const isWhole = withGifts(order, link);
  // A gift that the buyer kept is not sent a second time.
  const kept = link.kind === 'EXCHANGE' ? (order.return?.kept ?? []) : [];
  const gifts = isWhole ? withoutKept(deductibleGifts(terms), kept) : [];
  return {
    orderNo: link.linkedOrderNo,
    cartId: null,
    memberId,
    ...(memberId === null && terms.emailKey !== undefined && { emailKey: terms.emailKey }),
    lines,
    gifts: isWhole ? withoutKept(terms.gifts, kept).map((gift) => ({ ...gift, couponId: null })) : [],
    discounts: [],
    credit: 0,
    subtotal: 0,
    shippingFee: 0,
    total: 0,
    payment: 'CREDIT',
    delivery: terms.delivery,
    invoiceType: 'NORMAL',
    ...(terms.agreed && { agreed: terms.agreed }),
    // Of goods that credit paid, or that are sent again once more, nothing was paid in this stream; they always go as a whole.
    linked: {
      orderNo: terms.orderNo,
      kind: link.kind,
      value: terms.total > 0 ? link.value : declaredValue(terms.total, terms),
      ...(gifts.length > 0 && { gifts }),
    },
  };
}

/** What the origin of a linked order has to know; undefined where it stands, or its origin knows. */
export function endOfLinked(order: Order, at: string): Extract<OrderCommand, { type: 'EndLinkedOrder' }> | undefined {
  const outcome = originToTell(order);
  if (outcome === undefined) return undefined;
  const returned = outcome === 'RETURNED' ? howReturned(order) : undefined;
  const withdrawn = outcome === 'CANCELLED' && wasWithdrawn(order);
  const command = { type: 'EndLinkedOrder', at, linkedOrderNo: order.terms.orderNo, outcome } as const;
  return { ...command, ...(returned && { returned }), ...(withdrawn && { withdrawn }) };
}

/**
 * Places the linked order that the origin agreed to, and records it there. Its number, its command ids and its content come from
 * the origin's history, so every process that takes this step makes the same order.
 */
export async function placeLinked(deps: CheckoutDeps, drive: DriveOrder, run: Run): Promise<void> {
  const origin = run.placed();
  const link = linkedToPlace(origin);
  if (!link) return;
  const { linkedOrderNo } = link;
  const { contact } = origin.personal;
  const context = run.context(`linked/${linkedOrderNo}`);
  if (contact) {
    const { recipient, store } = contact;
    const command = {
      type: 'StartCheckout',
      at: run.now(),
      terms: linkedTerms(origin, link),
      subject: `guest:${linkedOrderNo}`,
      personal: { contact: { recipient, store } },
    } as const;
    await start(deps, linkedOrderNo, command, contextOf(deps, linkedOrderNo, context, 'start'));
    deps.afterStep?.('link', linkedOrderNo);
    // The carrier may be silent; then the sweeper goes on with the new order.
    await drive(linkedOrderNo, { context }).catch((err: unknown) => {
      deps.log.warn({ orderNo: linkedOrderNo, err, log: 'ORDER_LOGISTICS' }, 'a linked order could not be driven on now');
    });
  }
  const placed = await loadSnapshot(deps, linkedOrderNo);
  // The checkout has begun, and its sweeper has not placed the order yet.
  if (!placed.order && placed.checkout && !placed.checkout.ended) return;
  const at = run.now();
  await run.order(
    `linked-result/${linkedOrderNo}`,
    placed.order ? { type: 'RecordLinkedOrder', at, linkedOrderNo } : { type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'NOT_PLACED' },
  );
}

/** Tells the origin that its linked order came to nothing, then notes that it was told. The sweeper pays back what follows. */
export async function tellOrigin(deps: Pick<CheckoutDeps, 'commands' | 'afterStep'>, run: Run): Promise<void> {
  const order = run.placed();
  const { linked } = order.terms;
  const at = run.now();
  const command = endOfLinked(order, at);
  if (!linked || command === undefined) return;
  const context: CommandContext = run.context('end-linked');
  const told = await deps.commands.handle(orderStream(linked.orderNo), orderDecider, command, context);
  if (!told.ok) throw new Error(`order ${linked.orderNo} refused EndLinkedOrder: ${told.rejection.code}`);
  deps.afterStep?.('tell-origin', linked.orderNo);
  await run.order('tell-origin', { type: 'TellOrigin', at });
}
