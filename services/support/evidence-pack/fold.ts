import { evolveOrder, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';
import { canonical, type Codec } from '@nordhaut/platform/envelope';
import type { RecordedEvent } from '@nordhaut/platform/event-store';

/** The order's state as canonical JSON, folded without personal data: it is the same wherever the events are. */
export async function openState(codec: Pick<Codec, 'decode'>, events: readonly RecordedEvent[]): Promise<string> {
  const decoded = await codec.decode(events, { personal: false });
  const order = decoded.reduce<OrderState>((state, event) => evolveOrder(state, event as unknown as Recorded<OrderEvent>), null);
  if (order === null) return 'null';
  const { personal: _, ...open } = order;
  return canonical(JSON.parse(JSON.stringify(open)));
}
