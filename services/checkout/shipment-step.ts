import { shipmentNo, type Order, type OrderCommand } from '@nordhaut/ordering';
import type { CreateOutcome, NewParcel } from '@nordhaut/logistics';
import type { CheckoutDeps } from './deps.ts';
import type { Run } from './drive.ts';
import { nextStep } from './next-step.ts';

type Created = Extract<CreateOutcome, { kind: 'created' }>;

const firstShipment = (orderNo: string): string => shipmentNo(orderNo, 1);

function parcelOf(order: Order): NewParcel | undefined {
  const { terms, personal } = order;
  const { subtype, store } = terms.delivery;
  if (!personal || subtype === 'INTERNATIONAL') return undefined;
  const { recipient } = personal;
  return {
    // The carrier accepts a number only once. So a repeated hand-over finds the parcel of the first one.
    tradeNo: firstShipment(terms.orderNo),
    subtype,
    goodsAmount: terms.total,
    collect: terms.payment === 'COD' ? terms.total : 0,
    recipient: { name: recipient.firstName + recipient.lastName, phoneE164: recipient.phoneE164, email: recipient.email },
    destination: store ? { storeId: store.id } : { zip: recipient.zip, address: recipient.city + recipient.district + recipient.address },
  };
}

/**
 * Hands the parcel to the carrier. Refused for good ends the order; no answer leaves it standing, and the sweeper
 * asks again (architecture: *Checkout is a process*).
 */
export async function shipOrder(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const parcel = parcelOf(run.placed());
  if (!parcel) {
    await run.order('reject-shipment', { type: 'RejectShipment', at: run.now(), tradeNo: firstShipment(run.orderNo), carrierText: '' });
    return 'done';
  }
  const outcome = await deps.carrier.create(parcel);
  if (outcome.kind === 'created') return record(deps, run, parcel, outcome);
  // Nothing was sent, so there is nothing new to ask about; and a carrier that was asked too often is to be left alone.
  if (outcome.kind === 'unknown' && !outcome.sent) {
    deps.log.warn({ orderNo: run.orderNo, reason: outcome.reason, log: 'ORDER_LOGISTICS' }, 'a parcel could not be handed over now');
    return 'later';
  }

  // A lost answer and a number that is "used already" look alike from here: ask what the carrier has.
  const known = await deps.carrier.query({ subtype: parcel.subtype, tradeNo: parcel.tradeNo });
  if (known.kind === 'status') return record(deps, run, parcel, { ...known, kind: 'created', updatedAt: known.askedAt });
  deps.log.warn({ orderNo: run.orderNo, outcome: outcome.kind, log: 'ORDER_LOGISTICS' }, 'the carrier did not take a parcel');
  if (outcome.kind === 'refused' && known.kind === 'none') {
    await run.order('reject-shipment', {
      type: 'RejectShipment',
      at: run.now(),
      tradeNo: parcel.tradeNo,
      carrierText: withoutDetails(outcome.text),
    });
    return 'done';
  }
  return 'later';
}

/** The carrier's words may repeat what they complain about: numbers and Latin text of the recipient's go. */
const withoutDetails = (text: string): string => text.replaceAll(/[\w@.+-]+/g, '…').slice(0, 80);

async function record(deps: CheckoutDeps, run: Run, { subtype }: NewParcel, created: Created): Promise<'done'> {
  const { tradeNo, logisticsId, code, bookingNote, cvsPaymentNo, cvsValidationNo, updatedAt } = created;
  const command: OrderCommand = {
    type: 'RecordShipment',
    at: updatedAt,
    tradeNo,
    logisticsId,
    subtype,
    code,
    bookingNote,
    cvsPaymentNo,
    cvsValidationNo,
  };
  const shipped = { ...run.placed(), shipment: { tradeNo, logisticsId, bookingNote, cvsPaymentNo, cvsValidationNo } };
  const isLast = deps.reservations.length === 0 && nextStep(run.snapshot.checkout, shipped) === 'complete';
  if (isLast && (await run.orderAndClose('ship', command))) return 'done';
  if (!run.placed().shipment) await run.order('ship', command);
  return 'done';
}
