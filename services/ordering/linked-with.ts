import type { Commands } from '@nordhaut/platform/envelope';
import { orderDecider } from './order.decide.ts';
import { orderStream } from './stream.ts';

/** The orders that are linked with this one, directly or over others: the same buyer's goods, sent again (infra/decisions/101). */
export async function linkedWith(commands: Pick<Commands, 'load'>, orderNo: string): Promise<string[]> {
  const seen = new Set([orderNo]);
  for (const one of seen) {
    const { state } = await commands.load(orderStream(one), orderDecider);
    for (const { linkedOrderNo } of state?.linked ?? []) seen.add(linkedOrderNo);
    if (state?.terms.linked) seen.add(state.terms.linked.orderNo);
  }
  seen.delete(orderNo);
  return [...seen];
}
