import type { OrderAnswer } from '@nordhaut/contracts';

export type Step = {
  /** revision of the first entry that it stands for */
  key: string;
  label: string;
  /** ISO instant */
  at: string;
  /** told when the parcel was further on already */
  late: boolean;
  current: boolean;
};

/** The display code of a paid order that no carrier has said anything about (spec/2-accounts-and-members §4). */
const PAID_AND_PROCESSED = '300';

/**
 * The timeline as people read it. Neighbours with the same words are one step, with the earliest of their times:
 * carriers have several codes for one state, and repeat themselves. A paid order without a parcel, as those abroad are
 * until support ships them, is being processed since it was paid, which no entry of its own says.
 */
export function progressOf({ order, displayStatus, timeline }: Pick<OrderAnswer, 'order' | 'displayStatus' | 'timeline'>): Step[] {
  const last = timeline.findLast(({ late }) => !late);
  const steps: Step[] = [];
  for (const { revision, label, at, late } of timeline) {
    const current = revision === last?.revision;
    const before = steps.at(-1);
    if (before?.label === label) {
      steps[steps.length - 1] = {
        ...before,
        at: Date.parse(at) < Date.parse(before.at) ? at : before.at,
        late: before.late && late,
        current: before.current || current,
      };
    } else steps.push({ key: String(revision), label, at, late, current });
  }
  if (last?.code !== 'PAID' || order.facts.parcel || displayStatus.code !== PAID_AND_PROCESSED) return steps;
  const processed = { key: 'processed', label: displayStatus.label, at: last.at, late: false, current: true };
  return [...steps.map((step) => ({ ...step, current: false })), processed];
}
