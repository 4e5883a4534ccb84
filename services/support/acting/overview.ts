import type { ActsAnswer, OrderAct, OrderNote, RefundProposal } from '@nordhaut/contracts/support';
import { grantable, moneyOf, type Order, type OrderEvent } from '@nordhaut/ordering';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type { Actor } from './commands.ts';
import { isWithinMax, type RefundLimits } from './limits.ts';
import { previewOf } from './preview.ts';

type Names = (staffId: string) => string;
const typed = (event: DecodedEvent): OrderEvent & DecodedEvent => event as unknown as OrderEvent & DecodedEvent;
const noteOf = ({ personal }: DecodedEvent): string | null => (personal?.['support'] as { note?: string } | undefined)?.note ?? null;

/** Pure: the notes of the order's events, oldest first. */
export function notesOf(events: readonly DecodedEvent[], nameOf: Names): OrderNote[] {
  const notes = new Map<string, OrderNote>();
  for (const event of events.map(typed)) {
    const [at, by] = [event.recordedAt, nameOf(event.metadata.actor.id)];
    if (event.type === 'NoteWritten')
      notes.set(event.data.noteId, { noteId: event.data.noteId, at, by, text: noteOf(event), withdrawn: null });
    const note = event.type === 'NoteWithdrawn' ? notes.get(event.data.noteId) : undefined;
    if (note) note.withdrawn = { at, by, reason: noteOf(event) };
  }
  return [...notes.values()];
}

/** Pure: the refunds that wait for a second person. */
export function proposalsOf(events: readonly DecodedEvent[], order: Order, nameOf: Names, caller: string): RefundProposal[] {
  const open = new Set(order.proposals?.flatMap(({ proposalId, verdict }) => (verdict === 'OPEN' ? [proposalId] : [])));
  return events.map(typed).flatMap((event) => {
    if (event.type !== 'RefundProposed' || !open.has(event.data.proposalId)) return [];
    const { proposalId, amount, by } = event.data;
    return [{ proposalId, amount, at: event.recordedAt, by: nameOf(by), reason: noteOf(event), isOwn: by === caller }];
  });
}

/** What usually follows: sent, then finished. */
const nextAbroad = ({ parcel }: Order) => (parcel?.code === '900' || parcel?.code === '20000' ? ('20000' as const) : ('900' as const));

const rightOf = ({ type }: OrderAct): 'act' | 'refund' =>
  type === 'receive-return' || type === 'transfer-paid' || type === 'goodwill' ? 'refund' : 'act';

/** Pure: every act in its usual form, with its preview. @param usedToday goodwill refunds that the caller decided alone today */
export function actsOf(order: Order, actor: Omit<Actor, 'alone'>, usedToday: number, limits: RefundLimits): ActsAnswer['acts'] {
  const available = Math.max(0, grantable(order));
  const transfers = moneyOf(order).debts.filter(({ way }) => way === 'transfer');
  const acts: OrderAct[] = [
    { type: 'approve-return' },
    { type: 'reject-return', rejection: 'OPENED_GOODS' },
    { type: 'receive-return', keptGifts: {} },
    ...transfers.map(({ refundId }): OrderAct => ({ type: 'transfer-paid', refundId })),
    { type: 'cancel', cancellation: 'OTHER' },
    ...(order.terms.delivery.subtype === 'INTERNATIONAL' ? [{ type: 'parcel-abroad' as const, code: nextAbroad(order) }] : []),
    { type: 'goodwill', amount: Math.max(1, available) },
  ];
  return acts.map((act) => ({
    act,
    right: rightOf(act),
    preview: previewOf(order, act, { ...actor, alone: isAlone(order, act, usedToday, limits) }),
  }));
}

export const isAlone = (order: Order, act: OrderAct, usedToday: number, limits: RefundLimits): boolean =>
  act.type !== 'goodwill' || (isWithinMax(order, act.amount, limits) && usedToday < limits.aDay);

/** Gifts whose value a refund deducts if they do not come back. */
export const giftsOf = ({ terms }: Order): ActsAnswer['gifts'] =>
  (terms.promotions?.coupons ?? []).flatMap(({ gifts }) =>
    gifts.flatMap(({ productId, nameZh, quantity, value, deductible }) =>
      deductible ? [{ productId, name: nameZh, quantity, value }] : [],
    ),
  );
