import { memberDecider } from '@nordhaut/accounts';
import { cartDecider } from '@nordhaut/cart';
import { checkoutDecider } from '@nordhaut/checkout';
import { orderDecider } from '@nordhaut/ordering';
import { foundingDecider, personDecider, stockDecider, walletDecider } from '@nordhaut/promotions';
import { staffDecider } from '@nordhaut/support';
import { createCodec, createVault, envelopeMigrations, HASH_VERSION } from '@nordhaut/platform/envelope';
import { TEST_OUTER_KEYS } from '@nordhaut/platform/envelope/testing';
import { verifyStream } from '@nordhaut/evidence';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import type { EventMetadata, EventStore, RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upcasters } from '@nordhaut/shop/modules';
import { frozen } from './fixtures/frozen-events.ts';

const records = frozen.events.map((event) => ({ ...event, position: BigInt(event.position) }) as RecordedEvent);
const ofStream = (stream: string): RecordedEvent[] => records.filter((event) => event.stream === stream);

/** Type and version of every event that any release wrote. */
const WRITTEN = [
  'CartItemAdded',
  'CartItemQuantityChanged',
  'CartItemRemoved',
  'CartLinesClaimed',
  'CartClaimReleased',
  'CartClaimRefused',
  'CartCheckedOut',
  'CheckoutStarted',
  'CheckoutCompleted',
  'CheckoutFailed',
  'PaymentDoubtEnded',
  'OrderPlaced',
  'CardPaymentStarted',
  'CardPaymentAuthorised',
  'CardPaymentFailed',
  'ShipmentCreated',
  'ShipmentRejected',
  'ParcelStatusReported',
  'StoreProblemReported',
  'OrderCancelled',
  'ReturnRequested',
  'ReturnApproved',
  'ReturnRejected',
  'ReturnReceived',
  'RefundIssued',
]
  .map((type) => `${type} 1`)
  .concat(
    [
      'CheckoutStarted',
      'OrderPlaced',
      'ShipmentRejected',
      'OrderCancelled',
      'ReturnRequested',
      'ReturnApproved',
      'ReturnRejected',
      'ReturnReceived',
      'RefundIssued',
    ].map((type) => `${type} 2`),
    [
      'ShipmentCancelled',
      'RefundStarted',
      'RefundWayChanged',
      'StrayChargeFound',
      'NoteWritten',
      'NoteWithdrawn',
      'RefundProposed',
      'RefundApproved',
      'RefundDeclined',
      'GoodwillCreditGranted',
      'GoodwillCreditRevoked',
      'PickupStoreChosen',
      'PickupStoreChanged',
      'PickupStoreRefused',
      'InvoiceCorrected',
      'ContactEmailCorrected',
      'LinkedOrderAgreed',
      'LinkedOrderPlaced',
      'LinkedOrderEnded',
      'OriginTold',
      'ChargeRequested',
      'ChargeRuledOut',
      'HoldPlaced',
      'HoldLifted',
      'ForgettingRequested',
      'PersonalDataForgotten',
      'OrderAdopted',
      'RewardsTakenBack',
      'CartHandedOver',
      'CartHandOverEnded',
      'CartAdopted',
    ].map((type) => `${type} 1`),
    [
      'CheckoutStarted',
      'OrderPlaced',
      'ShipmentRejected',
      'OrderCancelled',
      'ReturnRequested',
      'ReturnApproved',
      'ReturnRejected',
      'ReturnReceived',
      'RefundIssued',
    ].map((type) => `${type} 3`),
    'StoreProblemReported 2',
    [
      'MemberRegistered',
      'EmailConfirmed',
      'PasswordResetRequested',
      'PasswordChanged',
      'ConfirmationRequested',
      'EmailChangeRequested',
      'EmailChanged',
      'SignInLinked',
      'SignInUnlinked',
      'ProfileChanged',
      'ProductWished',
      'ProductUnwished',
      'ProductMuted',
      'ProductUnmuted',
      'ReferralBound',
      'GuestOrderAdopted',
      'AccountClosed',
      'CouponGranted',
      'PromotionsReserved',
      'PromotionsRedeemed',
      'PromotionsReleased',
      'PromotionsRestored',
      'OrderNoted',
      'DeliveryNoted',
      'OrderCounted',
      'OrderUncounted',
      'FoundingNumberReceived',
      'FoundingNumberGiven',
      'CreditScheduled',
      'CreditCancelled',
      'CreditGranted',
      'CreditTakenBack',
      'CreditProposed',
      'CreditApproved',
      'CreditDeclined',
      'WalletClosed',
      'CouponDefined',
      'CouponChanged',
      'CouponEnded',
      'CouponReserved',
      'CouponRedeemed',
      'CouponReleased',
      'CouponRestored',
      'PersonUseTaken',
      'PersonUseReturned',
      'StaffInvited',
      'StaffFactorAdded',
      'StaffRecoveryCodeUsed',
      'StaffFactorsReset',
      'StaffRightsChanged',
      'StaffLeft',
    ].map((type) => `${type} 1`),
  );

const foldOf =
  <State, Event>({ initial, evolve }: { initial: State; evolve(state: State, event: Event): State }) =>
  (events: readonly unknown[]) =>
    events.reduce<State>((state, event) => evolve(state, event as Event), initial);
/** The samples hold a Map as an object. */
const asJson = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value)));
const folds: Record<string, (events: readonly unknown[]) => unknown> = {
  cart: foldOf(cartDecider),
  checkout: foldOf(checkoutDecider),
  order: foldOf(orderDecider),
  member: foldOf(memberDecider),
  wallet: foldOf(walletDecider),
  coupon: (events) => asJson(foldOf(stockDecider)(events)),
  founding: (events) => asJson(foldOf(foundingDecider)(events)),
  person: foldOf(personDecider),
  staff: foldOf(staffDecider),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(envelopeMigrations);
  for (const { subject, purpose = 'all', key } of frozen.keys)
    await database.pool.query('insert into subject_keys (subject, purpose, key) values ($1, $2, $3)', [
      subject,
      purpose,
      Buffer.from(key, 'base64'),
    ]);
});
afterAll(() => database.drop());

test('the samples cover every version of every event', () => {
  const seen = records.map(({ type, metadata }) => `${type} ${(JSON.parse(metadata) as { schemaVersion: number }).schemaVersion}`);
  expect([...new Set(seen)].toSorted()).toEqual(expect.arrayContaining(WRITTEN.toSorted()));
});

test('there is a sample of every version of the hash', () => {
  const seen = records.map(({ metadata }) => (JSON.parse(metadata) as EventMetadata).hashVersion ?? 1);
  expect([...new Set(seen)].toSorted()).toEqual(Array.from({ length: HASH_VERSION }, (_, index) => index + 1));
});

test.each(Object.keys(frozen.states))('%s folds to the recorded state', async (stream) => {
  const vault = createVault({ pool: database.pool, outer: TEST_OUTER_KEYS });
  try {
    const decoded = await createCodec({ vault, upcasters }).decode(ofStream(stream));
    expect(folds[stream.split('-')[0] ?? '']?.(decoded)).toMatchObject(frozen.states[stream] as object);
  } finally {
    await vault.close();
  }
});

test.each(Object.keys(frozen.states))('the hash chain of %s is valid, and a changed event breaks it', async (stream) => {
  const events = ofStream(stream);
  const read = (_: StreamName, { from = 0 }: { from?: number } = {}) => Promise.resolve(events.slice(from));
  expect(await verifyStream({ read } as unknown as EventStore, stream as StreamName)).toMatchObject({ ok: true, events: events.length });
  const changed = events.map((event, index) =>
    index === 0 ? { ...event, data: event.data.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) } : event,
  );
  expect(await verifyStream({ read: () => Promise.resolve(changed) } as unknown as EventStore, stream as StreamName)).toMatchObject({
    ok: false,
  });
});

test('no open field of an event identifies a person', () => {
  const text = JSON.stringify(frozen.events);
  expect(text).not.toMatch(/王|大明|912345678|ming@|信義路|04595257|北方之家|不適合|0012345678901|來電|拆封/);
  // The store was open in versions 1 and 2.
  const inClear = frozen.events.filter(({ data }) => /南港|006598|131386/.test(data)).map(({ metadata }) => metadata);
  expect(inClear.map((metadata) => (JSON.parse(metadata) as EventMetadata).schemaVersion).every((version) => version < 3)).toBe(true);
});
