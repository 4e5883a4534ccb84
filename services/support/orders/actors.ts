import { PROCESS_CANCELLATIONS } from '@nordhaut/ordering';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import * as words from './words.ts';

// A process records its steps under the person whose request it serves. The events cannot be changed, so the reading names the system.

/** What a person did, as the reason of the system's steps. */
const DEEDS: Readonly<Record<string, string>> = {
  CheckoutStarted: '下單',
  OrderPlaced: '下單',
  OrderCancelled: '取消訂單',
  ReturnReceived: '登記收到退貨',
  RefundStarted: '決定退款',
  RefundApproved: '覆核通過',
  LinkedOrderAgreed: '決定換貨或補寄',
  GoodwillCreditGranted: '贈送購物金',
  GoodwillCreditRevoked: '收回購物金',
  ParcelStatusReported: '回報包裹狀態',
};
const STEPS: ReadonlySet<string> = new Set([
  'CartLinesClaimed',
  'CartClaimReleased',
  'CartClaimRefused',
  'CartCheckedOut',
  'ChargeRequested',
  'ChargeRuledOut',
  'CheckoutCompleted',
  'CheckoutFailed',
  'PaymentDoubtEnded',
  'CardPaymentStarted',
  'CardPaymentAuthorised',
  'CardPaymentFailed',
  'StrayChargeFound',
  'ShipmentCreated',
  'ShipmentRejected',
  'RewardsTakenBack',
  'LinkedOrderPlaced',
  'LinkedOrderEnded',
  'OriginTold',
]);
/**
 * The order whose decision an order that sends goods again follows, of the events that begin the new one. Their actor is often not the
 * person who decided, but one whose request came later; who decided is in the history of the other order.
 */
function decidedIn({ type, data }: DecodedEvent): string | undefined {
  if (type !== 'CheckoutStarted' && type !== 'OrderPlaced') return undefined;
  return (data['linked'] as { orderNo: string } | undefined)?.orderNo;
}
const STORE_ANSWERS: ReadonlySet<string> = new Set(['PickupStoreChanged', 'PickupStoreRefused']);
const PERSONS: ReadonlySet<string> = new Set(['guest', 'member', 'support']);
const PROVIDERS: ReadonlySet<string> = new Set(['carrier', 'card-processor']);
/** What the card processor itself says. The steps that follow under its notify, such as a refund, are the shop's. */
const SAID: ReadonlySet<string> = new Set(['CardPaymentAuthorised', 'CardPaymentFailed', 'StrayChargeFound']);
const isSaid = ({ type, data }: DecodedEvent): boolean => SAID.has(type) || data['reason'] === 'REFUNDED_AT_PROCESSOR';
const SECOND_CHARGE = 'StrayChargeFound';
const FOLLOWERS = /^(wallet|coupon)-/;

/** Whether a process of the shop did it. Support decides goodwill, pays transfers and asks the warehouse. */
function isOfSystem({ type, stream, data }: DecodedEvent): boolean {
  if (type === 'ShipmentCancelled') return data['outcome'] !== 'KEPT_IN_WAREHOUSE';
  if (STEPS.has(type) || FOLLOWERS.test(stream)) return true;
  if (type === 'RefundStarted') return data['reason'] !== 'GOODWILL';
  if (type === 'RefundIssued') return data['way'] === 'card';
  const { reason } = data;
  return type === 'OrderCancelled' && typeof reason === 'string' && PROCESS_CANCELLATIONS.has(reason);
}

/** Pure: who did an event. `events`: of the same history, among which its causes are. */
export function actorOf(events: readonly DecodedEvent[], staffName: (staffId: string) => string) {
  const byId = new Map(events.map((event) => [event.id, event]));
  const nameOf = ({ actor }: DecodedEvent['metadata']): string => {
    const kind = words.ACTORS[actor.kind] ?? actor.kind;
    if (actor.kind !== 'support') return kind;
    return actor.id === 'cli' ? words.OPERATOR : `${kind} ${staffName(actor.id)}`.trim();
  };
  /** The nearest cause that is no step of a process, or a second charge, which nobody of the shop made. */
  const deedBehind = (event: DecodedEvent): DecodedEvent | undefined => {
    const seen = new Set<string>();
    let cause = byId.get(event.metadata.causationId);
    while (cause && isOfSystem(cause) && cause.type !== SECOND_CHARGE && !seen.has(cause.id)) {
      seen.add(cause.id);
      cause = byId.get(cause.metadata.causationId);
    }
    return cause && (cause.type === SECOND_CHARGE || !isOfSystem(cause)) ? cause : undefined;
  };
  const system = (why: string) => ({ kind: 'system', name: `${words.ACTORS['system'] ?? ''}，${why}` });
  return (event: DecodedEvent): { kind: string; name: string } => {
    const { kind } = event.metadata.actor;
    const name = nameOf(event.metadata);
    const begun = decidedIn(event);
    if (begun !== undefined) return system(`依訂單 ${begun} 的決定`);
    // The carrier's answer is recorded under the request of the person who asked.
    if (STORE_ANSWERS.has(event.type))
      return { kind, name: kind === 'support' ? `${words.ACTORS['carrier'] ?? ''}，回覆${name}的申請` : name };
    const isByProvider = PROVIDERS.has(kind) && !isSaid(event);
    if ((!PERSONS.has(kind) && !isByProvider) || !isOfSystem(event)) return { kind, name };
    const cause = deedBehind(event);
    const decided = cause && decidedIn(cause);
    if (decided !== undefined) return system(`依訂單 ${decided} 的決定`);
    if (cause?.type === SECOND_CHARGE) return system('因重複扣款');
    const deed = cause && DEEDS[cause.type];
    return system(`因${cause && deed ? `${nameOf(cause.metadata)}${deed}` : `${name}的${isByProvider ? '通知' : '操作'}`}`);
  };
}
