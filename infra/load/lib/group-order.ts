import { type PlacedOrder, somebody } from './checkout.ts';
import { fail, noteOrder } from './journal.ts';
import { measured } from './measured.ts';
import { checkoutFailed, ordersPlaced } from './metrics.ts';
import { anyStore } from './outside.ts';
import { get, post, wanted } from './shop.ts';

/** The project of the seed that is open (services/group/seed.ts). A shop in production has none. */
const ADDRESS = 'sunlight-salon';
/** NT$ */
const FREE_FROM = 1_000;
const FEE = 70;

type Project = { project: { products: { productId: number; groupPrice: number | null }[] } };

/** A group order in three calls, as the page makes them: the project, a number, the order. @throws JourneyFailed */
export async function orderFromGroup(): Promise<PlacedOrder> {
  const began = Date.now();
  try {
    const order = await placeOrder();
    measured.checkout(Date.now() - began);
    checkoutFailed.add(false);
    return order;
  } catch (error) {
    checkoutFailed.add(true);
    throw error;
  }
}

async function placeOrder(): Promise<PlacedOrder> {
  const name = '/api/group-projects/{address}';
  const { project } = wanted('project', await get<Project>(`/api/group-projects/${ADDRESS}`, { name }));
  const items = project.products.flatMap(({ productId, groupPrice }) => (groupPrice === null ? [] : [{ productId, quantity: 1 }]));
  const goods = project.products.reduce((sum, { groupPrice }) => sum + (groupPrice ?? 0), 0);
  const expectedTotal = goods + (goods >= FREE_FROM ? 0 : FEE);
  const { id } = wanted('order number', await post<{ id: string }>('/api/genUid/', { name: '/api/genUid/' }));
  const { firstName, lastName, phone, email } = somebody();
  const store = anyStore();
  const body = {
    orderNo: id,
    address: ADDRESS,
    items,
    recipient: { name: firstName + lastName, phone, email },
    store: { subtype: store.subtype, id: store.chosen.id },
    expectedTotal,
  };
  const order = wanted('order', await post<PlacedOrder>('/api/group-orders', { name: '/api/group-orders', body }), 201);
  ordersPlaced.add(1);
  noteOrder(order.orderNo);
  if (order.total !== expectedTotal) fail('order: another total than the price');
  return order;
}
