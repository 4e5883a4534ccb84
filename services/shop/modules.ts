import { accounts, openAccounts } from '@nordhaut/accounts/module';
import { cart, openCart } from '@nordhaut/cart/module';
import { catalogue, openCatalogue } from '@nordhaut/catalogue/module';
import { content, openContent } from '@nordhaut/content/module';
import { checkout, openCheckout, type CheckoutOptions } from '@nordhaut/checkout/module';
import { group, openGroup } from '@nordhaut/group/module';
import { dataApi } from '@nordhaut/data-api/module';
import { evidence } from '@nordhaut/evidence/module';
import { logistics, openCarrier, openLogistics } from '@nordhaut/logistics/module';
import { messaging, openMessaging } from '@nordhaut/messaging/module';
import { openOrdering, ordering } from '@nordhaut/ordering/module';
import { openCardProcessor, payments } from '@nordhaut/payments/module';
import type { Engine } from '@nordhaut/platform/engine';
import { platform } from '@nordhaut/platform/engine/module';
import type { Module } from '@nordhaut/platform/module';
import { openPromotions, promotions } from '@nordhaut/promotions/module';
import { realtime } from '@nordhaut/realtime/module';
import { simulators } from '@nordhaut/simulators/module';
import { openSupport, support } from '@nordhaut/support/module';
import { openTracking, tracking } from '@nordhaut/tracking/module';

/** The parts of the shop. Their roles start in this order; the providers' simulators come first. */
export const modules: readonly Module<Faces>[] = [
  simulators,
  platform,
  accounts,
  catalogue,
  content,
  cart,
  promotions,
  ordering,
  payments,
  checkout,
  group,
  logistics,
  messaging,
  evidence,
  realtime,
  tracking,
  support,
  dataApi,
];

export const projections = modules.flatMap((module) => module.projections ?? []);
export const upcasters = modules.flatMap((module) => module.upcasters ?? []);
export const migrations = modules.flatMap((module) => module.migrations ?? []);

export type Providers = Pick<CheckoutOptions, 'processor' | 'carrier'>;
export type FaceOptions = Pick<CheckoutOptions, 'afterStep'> & {
  /** for the failure tests: wraps the providers */
  around?: (providers: Providers) => Providers;
};

export type Faces = Awaited<ReturnType<typeof openFaces>>;

/** Opens the faces: the functions that capabilities offer to each other. A capability gets the ones that it uses. */
export async function openFaces(engine: Engine, { around = (providers) => providers, ...options }: FaceOptions = {}) {
  const providers = around({ processor: openCardProcessor(engine), carrier: openCarrier(engine) });
  const parcels = openLogistics(engine, providers.carrier);
  const orders = openOrdering(engine);
  const [products, texts] = await Promise.all([openCatalogue(engine), openContent(engine)]);
  const offers = openPromotions(engine, {
    lastOrderAt: orders.memberOrders.lastStandingAt,
    tracesOf: orders.memberOrders.traces,
    couponsOf: orders.memberOrders.usedCoupons,
    gift: products.gift,
  });
  const members = openAccounts(engine, { catalogue: products, orders: orders.memberOrders, promotions: offers });
  const { emailKey, phoneKey } = members.accounts;
  const reports = openTracking(engine);
  return {
    accounts: members,
    cart: openCart(engine),
    catalogue: products,
    content: texts,
    logistics: parcels,
    ordering: orders,
    promotions: offers,
    messaging: openMessaging(engine),
    support: openSupport(engine),
    tracking: reports,
    checkout: openCheckout(engine, {
      ...providers,
      ...options,
      statusOf: orders.statusOf,
      cardCharges: orders.cardCharges,
      endedParcels: orders.endedParcels,
      proofs: orders.proofs,
      forOthers: orders.forOthers,
      promotions: offers,
      noteConsent: reports.noteOrder,
    }),
    group: openGroup(engine, {
      catalogue: products,
      mutedOf: members.muting.of,
      directory: parcels.directory,
      choice: parcels.choice,
      emailKey,
      phoneKey,
    }),
    async close() {
      offers.close();
      await Promise.all([products.close(), texts.close(), parcels.close(), providers.processor.close(), providers.carrier.close()]);
    },
  };
}
