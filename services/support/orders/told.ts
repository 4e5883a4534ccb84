import { shownTime } from '@nordhaut/contracts';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import type { Order } from '@nordhaut/ordering';
import * as words from './words.ts';

/** What the lines of the summary are made of. The order's state does not keep who did something, so the events say it. */
export type Told = {
  order: Order;
  /** the newest event of a type, of which `data` says more where it is given */
  last(type: string, data?: Readonly<Record<string, unknown>>): HistoryEvent | undefined;
  /** all events of a type, oldest first */
  all(type: string): HistoryEvent[];
  /** undefined: a guest, or a member whose account ended */
  memberCode: string | undefined;
  /** rewards that were taken back with the return, in words */
  rewards: readonly string[];
};

/** `客服 林客服於 2026/11/27 10:07:04 核准`: who did it, and when. The history names the person behind a step of the system. */
export const byWhom = ({ actor, at }: HistoryEvent, did: string): string =>
  `${actor.kind === 'system' ? '系統' : actor.name}於 ${shownTime(at)} ${did}`;

/** Who proposed and who approved what an event of the same decision gives. */
export function approval({ order, all, last }: Told, { revision, stream }: HistoryEvent): string | undefined {
  const approved = all('RefundApproved').find((event) => event.stream === stream && event.revision === revision - 1);
  const proposalId = approved?.raw.data['proposalId'];
  const proposed = approved && last('RefundProposed', { proposalId });
  if (!proposed) return undefined;
  const over = order.proposals?.find((one) => one.proposalId === proposalId)?.over;
  return `${byWhom(proposed, '提出')}，${byWhom(approved, '核准')}${over ? `（${words.overLimit(over)}）` : ''}`;
}
