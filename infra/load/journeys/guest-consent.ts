import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import { fail, noteAgreed, notePurchase, pause } from '../lib/journal.ts';
import { patience } from '../lib/settings.ts';
import { get, post, put, wanted } from '../lib/shop.ts';
import type { Stock } from '../lib/stock.ts';

type Purchase = { transaction_id: string };
/** ms between two questions for the purchase */
const ASK_EVERY = 200;

/**
 * A guest agrees to everything, looks at a product, buys with cash on delivery, and finds the purchase for the data layer.
 * The pages' events and the purchase go to the configured providers. The launcher compares what they took with the notes.
 */
export async function guestConsent(stock: Stock): Promise<void> {
  const choice = { analysis: true, advertising: true, crm: true };
  wanted('consent', await put('/api/consent', { name: '/api/consent', body: choice }));
  await report('view_item', stock.one());
  const order = await checkOut(stock, { type: 'COD' });
  noteAgreed();
  await seeOwnOrder(order);
  for (const deadline = Date.now() + patience.own; ; await pause(ASK_EVERY)) {
    const { purchase } = wanted('purchase', await get<{ purchase: Purchase | null }>('/api/capi/purchase', { name: '/api/capi/purchase' }));
    if (purchase) return notePurchase(purchase.transaction_id);
    if (Date.now() > deadline) fail('purchase: an order of somebody who agreed is not reported');
  }
}

async function report(event_name: string, { productId, slug, price }: ReturnType<Stock['one']>): Promise<void> {
  const items = [{ item_id: String(productId), item_name: slug, price, quantity: 1 }];
  const custom_data = { currency: 'TWD', value: price, items };
  const event = { event_name, event_id: crypto.randomUUID(), custom_data, path: `/product/${slug}` };
  const answer = wanted('event', await post<{ accepted: number }>('/api/capi/', { name: '/api/capi/', body: { data: [event] } }));
  if (answer.accepted !== 1) fail('event: not accepted after the consent');
}
