import { chooseDelivery, choosePayment, type DeliveryType, type PaymentType, type StoreSubtype } from '@nordhaut/contracts';
import { chosenStore, forgetStore, useSession } from '../checkout/session.ts';
import { carriedOver, type ShippingChoice } from './shipping-form.ts';

export const setPayment = (payment: PaymentType): void => take(choosePayment(useSession.getState(), payment));
export const setDelivery = (delivery: DeliveryType): void => take(chooseDelivery(useSession.getState(), delivery));

/** A chosen store belongs to one chain, so another chain clears it. */
export function setChain(chain: StoreSubtype): void {
  const { store } = useSession.getState();
  useSession.setState({ chain, store: store?.LogisticsSubType === chain ? store : undefined });
}

function take({ payment, delivery, store }: ShippingChoice): void {
  const before = useSession.getState();
  useSession.setState({ payment, delivery, store, fields: carriedOver(before.fields, before.delivery, delivery) });
  if (before.store && !store) forgetStore();
}

/** Loads the chosen store from the server. `back`: the buyer has just returned from the map, so the delivery is store pickup. */
export async function readStore(back: boolean): Promise<void> {
  const result = await chosenStore();
  useSession.setState({ storeUnread: result.ok ? undefined : result.message });
  if (!result.ok) return;
  const { store } = result.data;
  const { delivery, fields } = useSession.getState();
  if (store && (back || delivery === 'CVS'))
    useSession.setState({
      payment: 'CREDIT',
      delivery: 'CVS',
      chain: store.LogisticsSubType,
      store,
      fields: carriedOver(fields, delivery, 'CVS'),
    });
  else useSession.setState({ store: undefined });
}
