import type { ActsAnswer, OrderAct, OrderNote, RefundProposal } from '@nordhaut/contracts/support';
import { creditGrantable, deductibleGifts, leftToSend, moneyOf, mostGoodwill, type Order, type OrderEvent } from '@nordhaut/ordering';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { Actor } from './commands.ts';
import { limitsOf, type OrderLimits } from './limits.ts';
import { approvalPreview, previewOf } from './preview.ts';

type Names = (staffId: string) => string;
const noteOf = ({ personal }: DecodedEvent): string | null => (personal?.['support'] as { note?: string } | undefined)?.note ?? null;

/** Pure: the notes of the order's events, oldest first. */
export function notesOf(events: readonly DecodedEvent[], nameOf: Names): OrderNote[] {
  const notes = new Map<string, OrderNote>();
  for (const event of events.map(asEvent<OrderEvent>)) {
    const [at, by] = [event.recordedAt, nameOf(event.metadata.actor.id)];
    if (event.type === 'NoteWritten')
      notes.set(event.data.noteId, { noteId: event.data.noteId, at, by, text: noteOf(event), withdrawn: null });
    const note = event.type === 'NoteWithdrawn' ? notes.get(event.data.noteId) : undefined;
    if (note) note.withdrawn = { at, by, reason: noteOf(event) };
  }
  return [...notes.values()];
}

/** Pure: what waits for a second person. @param caller whose approval is previewed */
export function proposalsOf(
  events: readonly DecodedEvent[],
  order: Order,
  nameOf: Names,
  caller: Pick<Actor, 'by' | 'at' | 'gone'>,
): RefundProposal[] {
  const open = new Set(order.proposals?.flatMap(({ proposalId, verdict }) => (verdict === 'OPEN' ? [proposalId] : [])));
  return events.map(asEvent<OrderEvent>).flatMap((event) => {
    if (event.type !== 'RefundProposed' || !open.has(event.data.proposalId)) return [];
    const { proposalId, amount, by, as } = event.data;
    return [
      {
        proposalId,
        amount,
        isCredit: as === 'credit',
        what: as ?? 'refund',
        at: event.recordedAt,
        by: nameOf(by),
        reason: noteOf(event),
        isOwn: by === caller.by,
        preview: approvalPreview(order, event.data, caller),
      },
    ];
  });
}

/** NT$ that the form of shopping credit begins with */
const USUAL_CREDIT = 100;

/** A choice that the carrier did not answer is sent again. No store has the number 0, so the preview of the button says what is possible. */
const changeStore = ({ storeChange }: Order): OrderAct =>
  storeChange?.state === 'OPEN' ? { type: 'change-store' } : { type: 'change-store', storeId: '0' };

/** What is most often forgotten. The form begins without these values; with them, the preview of the button says what is possible. */
const correctInvoice: OrderAct = {
  type: 'correct-invoice',
  invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '00000000', companyTitle: '－' },
};

/** No mailbox has it. The form begins without it; with it, the preview of the button says what is possible. */
const correctEmail: OrderAct = { type: 'correct-email', email: 'nobody@email.invalid' };

/** What usually follows: sent, then finished. */
const nextAbroad = ({ parcel }: Order) => (parcel?.code === '900' || parcel?.code === '20000' ? ('20000' as const) : ('900' as const));

const PAYS: ReadonlySet<OrderAct['type']> = new Set([
  'receive-return',
  'transfer-paid',
  'refund-by-transfer',
  'goodwill',
  'credit',
  'credit-back',
]);
const rightOf = ({ type }: OrderAct): 'act' | 'refund' => (PAYS.has(type) ? 'refund' : 'act');

/** Pure: every act in its usual form, with its preview. @param usedToday goodwill refunds that the caller decided alone today */
export function actsOf(order: Order, actor: Omit<Actor, 'alone' | 'over'>, usedToday: number, limits: OrderLimits): ActsAnswer['acts'] {
  const available = mostGoodwill(order);
  const { debts } = moneyOf(order);
  const transfers = debts.filter(({ way }) => way === 'transfer');
  const refused = order.startedRefunds.filter(({ way }) => way === 'card');
  const acts: OrderAct[] = [
    { type: 'approve-return' },
    { type: 'reject-return', rejection: 'OPENED_GOODS' },
    { type: 'end-return' },
    { type: 'receive-return', keptGifts: {} },
    ...transfers.map(({ refundId }): OrderAct => ({ type: 'transfer-paid', refundId })),
    ...refused.map(({ refundId }): OrderAct => ({ type: 'refund-by-transfer', refundId })),
    { type: 'exchange', items: usualPieces(order) },
    { type: 'resend', items: usualPieces(order) },
    { type: 'cancel', cancellation: 'OTHER' },
    ...(order.terms.delivery.subtype === 'INTERNATIONAL' ? [{ type: 'parcel-abroad' as const, code: nextAbroad(order) }] : []),
    ...(order.terms.delivery.type === 'CVS' ? [changeStore(order)] : []),
    correctInvoice,
    correctEmail,
    { type: 'goodwill', amount: Math.max(1, available) },
    { type: 'credit', amount: Math.max(1, Math.min(USUAL_CREDIT, creditGrantable(order))) },
    ...(order.goodwillCredit ?? []).flatMap(({ creditId, revoked }): OrderAct[] => (revoked ? [] : [{ type: 'credit-back', creditId }])),
  ];
  return acts.map((act) => ({
    act,
    right: rightOf(act),
    preview: previewOf(order, act, { ...actor, ...withinLimits(order, act, usedToday, limits) }),
    amount: 'refundId' in act ? (debts.find(({ refundId }) => refundId === act.refundId)?.amount ?? null) : null,
  }));
}

/** All that can be sent again. Where nothing is left, the preview of the button says so. */
function usualPieces(order: Order): { productId: number; tier: (typeof order.terms.lines)[number]['tier']; quantity: number }[] {
  const left = leftToSend(order).filter(({ quantity }) => quantity > 0);
  return left.length > 0 ? left : order.terms.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));
}

export const piecesOf = (order: Order): ActsAnswer['pieces'] =>
  leftToSend(order).map((piece, at) => ({ ...piece, name: order.terms.lines[at]?.nameZh ?? '' }));

/** Whether the caller may do it alone, and else which limit does not admit it. */
export const withinLimits = (order: Order, act: OrderAct, usedToday: number, limits: OrderLimits) =>
  limitsOf(order, act, usedToday < limits.aDay, limits);

/** Gifts whose value a refund deducts if they do not come back. */
export const giftsOf = ({ terms }: Order): ActsAnswer['gifts'] =>
  deductibleGifts(terms).map(({ productId, nameZh, quantity, value }) => ({ productId, name: nameZh, quantity, value }));

/**
 * The orders that stand beside this one: its origin, and those that send its goods again. One that is not placed yet takes its address
 * when it is placed.
 */
export const linkedNumbers = ({ terms, linked = [] }: Order): string[] => [
  ...(terms.linked ? [terms.linked.orderNo] : []),
  ...linked.filter(({ state }) => state === 'PLACED').map(({ linkedOrderNo }) => linkedOrderNo),
];
