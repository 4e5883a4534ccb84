import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';
import { codOrder, recipient, type Browser } from './browser.ts';
import type { TestShop } from './test-shop.ts';

/** Test cards of the simulated bank: with 3-D secure, and authorised at once. */
export const VISA = '4242424242424242';
export const MASTERCARD = '5451417825230575';
/** The bank refuses it. */
export const REFUSED_CARD = '4242421602184242';

type Order = ReturnType<typeof codOrder>;

export const cardOrder = (card: string = VISA, more: Partial<Order> = {}): Order =>
  codOrder({ payment: { type: 'CREDIT', prime: makePrime(card, Date.now()) }, ...more });

/** Stores as the simulated carriers know them. */
export const STORES = {
  UNIMARTC2C: { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' },
  FAMIC2C: { id: '006598', name: '全家', address: '台北市' },
};
export type Chain = keyof typeof STORES;

export const storeDelivery = (subtype: Chain, store: PlaceOrderRequest['delivery']['store']): Order['delivery'] => ({
  type: 'CVS',
  subtype,
  ...(store && { store }),
});

export const abroad = (more: Partial<Order> = {}): Order =>
  cardOrder(MASTERCARD, {
    delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' },
    recipient: {
      ...recipient,
      phoneArea: '+852',
      phone: '61234567',
      zip: '',
      city: '香港',
      area: '中西區',
      district: '港島',
      address: '德輔道中 1 號',
    },
    ...more,
  });

/** The way through the carrier's map as a browser goes it: the form, the map's page, the click on a store. */
export async function chooseStore(shop: TestShop, visitor: Browser, subtype: Chain, nth = 0) {
  const { body: form } = await visitor.get<{ action: string; fields: Record<string, string> }>(`/api/store-map?subtype=${subtype}`);
  const map = await (await fetch(form.action, { method: 'POST', body: new URLSearchParams(form.fields) })).text();
  const [, entry = ''] = map.split('<form method="post"').slice(nth);
  const reply = Object.fromEntries(
    [...entry.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  // A form that another site posts brings no cookie of ours.
  const post = (fields: Record<string, string>) =>
    fetch(`${shop.url}/api/map-back/`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: new URL(form.action).origin },
    });
  return { reply, post };
}
