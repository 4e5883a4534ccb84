export type { BuyerData } from './buyer-data.ts';
export { OrderingConfig } from './config.ts';
export { displayStatus } from './display-status.ts';
export { rejectionLabels, statusLabels } from './messages.ts';
export { orderFacts } from './facts.ts';
export { forOthersNow } from './for-others.ts';
export { endOfTaipeiDay } from './taipei-days.ts';
export { maskEmail, maskName, maskPhone } from './mask.ts';
export { openIn, orderNoOfForgotten, placeOrLiftHold } from './forget-buyers.ts';
export type { SoldOrder } from './invoices.ts';
export { invoiceOf } from './invoice.decide.ts';
export { accessTo, isProven, memberOf, owns, setProofCookie } from './access.ts';
export { REFUND_PROCESSING_SUFFIX, REFUNDED_SUFFIX } from './messages.ts';
export {
  awaitsRewards,
  cashTaken,
  creditGrantable,
  goodwillCredit,
  grantable,
  granted,
  heldByBank,
  heldOfCharge,
  isPaidByCredit,
  moneyOf,
  mostGoodwill,
  notRefunded,
  ownTaken,
  owedBeforeRewards,
  worthLeft,
  type Debt,
} from './money.ts';
export {
  endedUncollected,
  howReturned,
  isLive,
  creditToGive,
  isAllPaidBack,
  isCarrierFailure,
  isCreditGiven,
  isSentAgain,
  leftToSend,
  linkedOutcome,
  linkedToPlace,
  originToTell,
  resentInVain,
  sentAgain,
  wasWithdrawn,
} from './linked.ts';
export { linkedWith } from './linked-with.ts';
export { expectingDecider } from './expecting.ts';
export { debtFacts, type OrderFact } from './order-causes.ts';
export { evolve as evolveOrder, isCertain, ownerOf, type GoodwillCredit, type LinkedOrder, type Order, type OrderState } from './order.ts';
export { orderDecider, type OrderCommand } from './order.decide.ts';
export type * from './order-events.ts';
export { HOLDS, PROCESS_CANCELLATIONS } from './order-events.ts';
export type { CardCharge, CardCharges } from './projections/card-charges.ts';
export type { EndedParcels } from './projections/ended-parcels.ts';
export { openParcelsProjection, orderNoOfParcel } from './projections/open-parcels.ts';
export type { OrderFigures } from './projections/order-days.ts';
export { ordersProjection } from './projections/orders.ts';
export type { MemberOrderQueries, OrderTraces } from './member-orders.ts';
export { type OrderProofs, phoneMatches } from './proof.ts';
export { needsRecall } from './recall.ts';
export type * from './order-pricing.ts';
export { orderReceipt } from './receipt.ts';
export { deductibleGifts, keptOf, returnRefund, withoutKept } from './refund-amount.ts';
export { needsOtherStore } from './pickup-store.ts';
export { type Unclear, unclearParcel } from './is-unclear.ts';
export { orderNoOfShipment, shipmentNo } from './shipment-number.ts';
export type { OrderSearch, SearchedOrder } from './search.ts';
export { isPurchase, isStanding } from './standing.ts';
export { ORDER_CATEGORY, orderNoOf, orderStream } from './stream.ts';
export { buyerUpcasters } from './upcasters.ts';
export { statusMessage } from './view.ts';
export { NOT_COLLECTED_ABROAD } from './abroad.decide.ts';
export { givenByWord, worthAgain, worthNotCollected, worthReturned } from './worth.ts';
export { ON_CARD_AFTER, refundDueBy, type RefundDue, refundsDue } from './refund-due.ts';
export { needsDecision, type Waiting } from './is-waiting.ts';
export {
  type HeldParcel,
  type OwedRefunds,
  type ProposedOrder,
  type UnsettledOrder,
  type WaitingOrder,
  workLists,
} from './work-lists.ts';
export type { ParcelToSend } from './parcels-to-send.ts';
export { type OpenReturn, openReturn, RETURN_BACK_DAYS } from './return.decide.ts';
export { groupOrderTable, returnOrderTable } from './data-tables.ts';
