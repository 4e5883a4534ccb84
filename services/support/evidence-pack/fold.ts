import { evolveOrder, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { asEvent, canonical, type Codec } from '@nordhaut/platform/envelope';
import type { RecordedEvent } from '@nordhaut/platform/event-store';

/** The order's state as canonical JSON, folded without personal data: it is the same wherever the events are. */
export async function openState(codec: Pick<Codec, 'decode'>, events: readonly RecordedEvent[]): Promise<string> {
  const decoded = await codec.decode(events, { personal: false });
  const order = decoded.reduce<OrderState>((state, event) => evolveOrder(state, asEvent<OrderEvent>(event)), null);
  if (order === null) return 'null';
  // A pack of an earlier release does not say how long the order was over.
  const { personal: _, overDays: __, ...open } = order;
  return canonical(JSON.parse(JSON.stringify(open)));
}
