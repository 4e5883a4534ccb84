import type { NextStep } from '@nordhaut/contracts/support';
import { shownUntil } from '../orders/amounts.ts';
import type { Step } from './work-list.ts';

/** Pure: the next step in words. The work lists and the order's page have no other words for it. */
export function shownStep({ what, turn, dueAt, about }: Step): NextStep {
  const due = dueAt?.toISOString() ?? null;
  return { what, turn, until: shownUntil({ dueAt: due, ...(about && { about }) }), dueAt: due };
}
