import { shipmentNo, type Order, type OrderCommand } from '@nordhaut/ordering';
import { type CarrierSubtype, type CreateOutcome, DEFAULT_CODE, type NewParcel } from '@nordhaut/logistics';
import { declaredValue } from './declared-value.ts';
import type { CheckoutDeps } from './deps.ts';
import { isOver } from './is-over.ts';
import type { Run } from './run.ts';
import { nextStep } from './next-step.ts';

type Created = Extract<CreateOutcome, { kind: 'created' }>;

/**
 * The count of the number that an order's next request uses, where the carrier has spent the ones before. A refusal spends its
 * number, also one that is no fault of the parcel, such as that of an empty account (providers §1.4). `since`: ms since the epoch when
 * the carrier first said that this number was used, without knowing a parcel with it. In memory only: a process that starts anew
 * begins with the first number again, and each one is either spent or leads to the parcel.
 */
export type SpentNumbers = Map<string, { count: number; since: number | undefined }>;
/** The most that a number's one digit counts (infra/decisions/020). */
const MOST_NUMBERS = 31;

const countOf = (spent: SpentNumbers, orderNo: string): number => spent.get(orderNo)?.count ?? 1;

/** The carrier's query may lag behind, so only after `parcelPatienceMs` no parcel has this number, and the next one is used. */
function noteSpent(deps: CheckoutDeps, orderNo: string, spent: SpentNumbers): void {
  const now = deps.clock().getTime();
  const { count, since } = spent.get(orderNo) ?? { count: 1, since: undefined };
  if (since === undefined) spent.set(orderNo, { count, since: now });
  else if (now - since >= deps.parcelPatienceMs && count < MOST_NUMBERS) spent.set(orderNo, { count: count + 1, since: undefined });
}

function parcelOf(order: Order, count: number): NewParcel | undefined {
  const { terms, personal } = order;
  const { subtype } = terms.delivery;
  if (!personal.contact || subtype === 'INTERNATIONAL') return undefined;
  const { recipient, store } = personal.contact;
  return {
    // The carrier accepts a number only once, so a repeated request finds the first parcel.
    tradeNo: shipmentNo(terms.orderNo, count),
    subtype,
    goodsAmount: declaredValue(terms.total, terms),
    collect: terms.payment === 'COD' ? terms.total : 0,
    recipient: { name: recipient.firstName + recipient.lastName, phoneE164: recipient.phoneE164, email: recipient.email },
    destination: store ? { storeId: store.id } : { zip: recipient.zip, address: recipient.city + recipient.district + recipient.address },
  };
}

/**
 * Creates the parcel at the carrier. A final refusal ends the order. Without an answer the order stands, and the sweeper
 * asks again (architecture: *Checkout is a process*).
 */
export async function shipOrder(deps: CheckoutDeps, run: Run, spent: SpentNumbers): Promise<'done' | 'later'> {
  const shipped = await handOver(deps, run, spent);
  if (shipped === 'done') spent.delete(run.orderNo);
  return shipped;
}

async function handOver(deps: CheckoutDeps, run: Run, spent: SpentNumbers): Promise<'done' | 'later'> {
  const parcel = parcelOf(run.placed(), countOf(spent, run.orderNo));
  if (!parcel) {
    // A process that died may have created the parcel before the buyer's data was erased.
    const known = await findCreated(deps, run, spent);
    if (known === 'later' || known === 'done') return known;
    await run.order('reject-shipment', {
      type: 'RejectShipment',
      at: run.now(),
      tradeNo: shipmentNo(run.orderNo, 1),
      reason: 'BUYER_FORGOTTEN',
      carrierText: '',
    });
    return 'done';
  }
  const outcome = await deps.carrier.create(parcel);
  if (outcome.kind === 'created') return record(deps, run, parcel, outcome);
  // Nothing was sent, so there is nothing to ask about, and a carrier that limits requests should get no further one.
  if (outcome.kind === 'unknown' && !outcome.sent) {
    deps.log.warn({ orderNo: run.orderNo, reason: outcome.reason, log: 'ORDER_LOGISTICS' }, 'a parcel could not be handed over now');
    return 'later';
  }

  // After a lost answer or a number that is "used already", only the carrier can tell whether the parcel exists.
  const known = await deps.carrier.query({ subtype: parcel.subtype, tradeNo: parcel.tradeNo });
  if (known.kind === 'status') return record(deps, run, parcel, { ...known, kind: 'created', updatedAt: known.askedAt });
  // What a refusal says about the buyer is sealed in the event below. Any other reason is the operator's to mend, as an empty account is.
  const why = outcome.kind === 'unknown' ? { reason: outcome.reason } : {};
  deps.log.warn({ orderNo: run.orderNo, outcome: outcome.kind, ...why, log: 'ORDER_LOGISTICS' }, 'the carrier did not take a parcel');
  if (outcome.kind === 'refused' && known.kind === 'none') {
    await run.order('reject-shipment', {
      type: 'RejectShipment',
      at: run.now(),
      tradeNo: parcel.tradeNo,
      reason: 'REFUSED_BY_CARRIER',
      carrierText: outcome.text.slice(0, CARRIER_TEXT_LENGTH),
    });
    return 'done';
  }
  if (outcome.kind === 'unknown' && outcome.used && known.kind === 'none') noteSpent(deps, run.orderNo, spent);
  return 'later';
}

/** characters of a carrier's refusal that are stored */
const CARRIER_TEXT_LENGTH = 200;

function shipmentOf(subtype: CarrierSubtype, created: Omit<Created, 'kind'>): OrderCommand {
  const { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo, updatedAt: at } = created;
  return { type: 'RecordShipment', at, tradeNo, logisticsId, subtype, code: DEFAULT_CODE, bookingNote, cvsPaymentNo, cvsValidationNo };
}

async function record(deps: CheckoutDeps, run: Run, { subtype }: NewParcel, created: Created): Promise<'done'> {
  const { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo } = created;
  const command = shipmentOf(subtype, created);
  const shipped = { ...run.placed(), shipment: { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo } };
  const isLast = nextStep(run.snapshot.checkout, shipped) === 'complete';
  const isClosed = isLast && (await run.orderAndClose('ship', command));
  if (!isClosed && !run.placed().shipment) await run.order('ship', command);
  return reportFound(run, subtype, created);
}

/**
 * Stops the parcel of a cancelled order: by a call to the carrier if it supports that, else by the do-not-ship list. The refund comes
 * after it, so a carrier that gives no clear answer for `parcelPatienceMs` is not asked any more, and the parcel is listed.
 * @returns `later` if the carrier gave no clear answer
 */
export async function recallParcel(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const { shipment, terms } = run.placed();
  const { subtype } = terms.delivery;
  // A parcel abroad has no carrier to ask, and no other number than its order's.
  if (subtype === 'INTERNATIONAL') {
    const tradeNo = shipment?.tradeNo ?? terms.orderNo;
    await run.order('recall', { type: 'CancelShipment', at: run.now(), tradeNo, outcome: RECALLS['not-supported'] });
    return 'done';
  }
  if (!shipment) return 'later';
  const { tradeNo, logisticsId, cvsPaymentNo, cvsValidationNo } = shipment;
  const outcome = await deps.carrier.cancel({ tradeNo, logisticsId, subtype, cvsPaymentNo, cvsValidationNo });
  if (outcome.kind === 'unknown') {
    deps.log.warn({ orderNo: run.orderNo, reason: outcome.reason, log: 'ORDER_LOGISTICS' }, 'a parcel could not be called back now');
    if (!isPatienceOver(deps, run.placed())) return 'later';
  }
  if (outcome.kind === 'refused')
    deps.log.error({ orderNo: run.orderNo, log: 'ORDER_LOGISTICS' }, 'the carrier did not take back the parcel of a cancelled order');
  await run.order('recall', { type: 'CancelShipment', at: run.now(), tradeNo, outcome: RECALLS[outcome.kind] });
  return 'done';
}

const RECALLS = {
  cancelled: 'CANCELLED_AT_CARRIER',
  'not-supported': 'DO_NOT_SHIP',
  refused: 'CARRIER_REFUSED',
  unknown: 'DO_NOT_SHIP',
} as const;

/** Whether the carrier was asked about the parcel of a cancelled order for long enough. */
function isPatienceOver(deps: CheckoutDeps, { timeline }: Order): boolean {
  const cancelledAt = timeline.findLast(({ code }) => code === 'CANCELLED')?.at;
  return cancelledAt === undefined || isOver(deps, cancelledAt, deps.parcelPatienceMs);
}

/** Asks the carrier for a parcel that a process created but did not record. @returns `none` if there is no such parcel */
async function findCreated(deps: CheckoutDeps, run: Run, spent: SpentNumbers): Promise<'done' | 'none' | 'later'> {
  const { subtype } = run.placed().terms.delivery;
  if (subtype === 'INTERNATIONAL') return 'none';
  for (let count = 1; count <= countOf(spent, run.orderNo); count++) {
    const known = await deps.carrier.query({ subtype, tradeNo: shipmentNo(run.orderNo, count) });
    if (known.kind === 'none') continue;
    if (known.kind !== 'status') return 'later';
    const found = { ...known, updatedAt: known.askedAt };
    await run.order('ship', shipmentOf(subtype, found));
    return reportFound(run, subtype, found);
  }
  return 'none';
}

/**
 * A parcel that was created before may have travelled meanwhile, as after a restore. Its state is a report like every other
 * one, because hand-over, receipt and what follows from them are decided by reports. If the process dies before, a poll reports it.
 */
async function reportFound(run: Run, subtype: CarrierSubtype, created: Omit<Created, 'kind'>): Promise<'done'> {
  const { tradeNo, logisticsId, code, updatedAt: at } = created;
  const report = { type: 'ReportParcelStatus', at, tradeNo, logisticsId, subtype, code, carrierAt: null, source: 'poll' } as const;
  if (code !== DEFAULT_CODE) await run.order(`found/${code}`, report);
  return 'done';
}

/**
 * Asks the carrier for the parcel of a cancelled order: a process that died may have created it, or the carrier may take a request
 * whose answer was lost. The carrier may take it after this look, so "none" is final only after `parcelPatienceMs`.
 */
export async function findParcel(deps: CheckoutDeps, run: Run, spent: SpentNumbers): Promise<'done' | 'later'> {
  const known = await findCreated(deps, run, spent);
  if (known !== 'none') return known;
  if (!isPatienceOver(deps, run.placed())) return 'later';
  spent.delete(run.orderNo);
  const tradeNo = shipmentNo(run.orderNo, 1);
  await run.order('find-parcel', { type: 'CancelShipment', at: run.now(), tradeNo, outcome: 'NEVER_CREATED' });
  return 'done';
}
