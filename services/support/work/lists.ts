import { awaitingPayment } from './awaiting-payment.ts';
import { disputes } from './disputes.ts';
import { cancelledMoves, doNotShip } from './held-parcels.ts';
import { openInquiries } from './inquiries.ts';
import { mailFailed, memberMailFailed } from './mail-failed.ts';
import { moneyOwed } from './money-owed.ts';
import { newReviews } from './new-reviews.ts';
import { notCollected } from './not-collected.ts';
import { cardDifferences, carrierDifferences } from './reconciliation.ts';
import { parcelAbroad } from './parcel-abroad.ts';
import { parcelHeldUp } from './parcel-held-up.ts';
import { parcelLate } from './parcel-late.ts';
import { parcelStuck } from './parcel-stuck.ts';
import { parcelUnclear } from './parcel-unclear.ts';
import { parcelUnsent } from './parcel-unsent.ts';
import { personRequests } from './person-requests.ts';
import { memberProposals, proposalsOpen } from './proposals.ts';
import { returnReview } from './return-review.ts';
import { storeClosed } from './store-closed.ts';
import { shipmentRefused } from './shipment-refused.ts';
import type { WorkList } from './work-list.ts';

/** Lists whose items are no orders. */
const NOT_OF_ORDERS: ReadonlySet<WorkList> = new Set([memberProposals, memberMailFailed, personRequests, openInquiries, newReviews]);

/** The work lists in the order of the page. */
export const workListsOfSupport: readonly WorkList[] = [
  returnReview,
  moneyOwed,
  proposalsOpen,
  memberProposals,
  disputes,
  cardDifferences,
  carrierDifferences,
  doNotShip,
  cancelledMoves,
  storeClosed,
  shipmentRefused,
  parcelUnsent,
  notCollected,
  parcelStuck,
  parcelUnclear,
  parcelHeldUp,
  parcelLate,
  parcelAbroad,
  awaitingPayment,
  mailFailed,
  memberMailFailed,
  personRequests,
  openInquiries,
  newReviews,
];

export const workListsOfOrders: readonly WorkList[] = workListsOfSupport.filter((list) => !NOT_OF_ORDERS.has(list));
