import type { OrderAnswer, TimelineEntry } from '@nordhaut/contracts';
import { CORRECTIONS, dayOf } from '@nordhaut/contracts';

export type Step = {
  /** revision of the first entry of this step */
  key: string;
  label: string;
  /** ISO instant */
  at: string;
  /** the date in Taipei if it differs from the previous step's date: `2026/11/22`, without the year if the year is the same */
  date: string | undefined;
  /** reported after a later step */
  late: boolean;
  current: boolean;
};

/**
 * Sorts entries by time. Entries that are not late keep the order in which the shop recorded them. A late entry comes
 * before the first one that is newer, and always before the last one, because the last entry is the order's state.
 */
function inTime(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  const order = timeline.filter(({ late }) => !late);
  const lates = timeline.filter(({ late }) => late).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  for (const entry of lates) {
    const younger = order.findIndex(({ at }) => Date.parse(at) > Date.parse(entry.at));
    order.splice(younger < 0 ? Math.max(0, order.length - 1) : younger, 0, entry);
  }
  return order;
}

/** Of a carrier, or of the shop while the carrier has said nothing. Steps of the shop have names. */
const isCarriers = ({ code }: TimelineEntry): boolean => /^\d+$/.test(code);

/**
 * Joins adjacent entries with the same label into one step with the earliest time, because carriers have several codes for one state. Of the
 * shop's own steps each is a fact, such as two refunds.
 */
function joined(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const steps: TimelineEntry[] = [];
  for (const entry of entries) {
    const before = steps.at(-1);
    if (before?.label !== entry.label || !isCarriers(entry)) steps.push(entry);
    else steps[steps.length - 1] = { ...before, at: before.at < entry.at ? before.at : entry.at, late: before.late && entry.late };
  }
  return steps;
}

function dateAfter(before: string | undefined, at: string): string | undefined {
  const day = dayOf(at);
  const last = before === undefined ? undefined : dayOf(before);
  if (day === last) return undefined;
  return (day.slice(0, 4) === last?.slice(0, 4) ? day.slice(5) : day).replaceAll('-', '/');
}

const EMAIL_CORRECTED = 'EMAIL_CORRECTED';

/** Puts each correction of data after the last step that is older. It is no step: the order's state stays what it was. */
function withCorrections(steps: readonly TimelineEntry[], corrections: readonly TimelineEntry[]): TimelineEntry[] {
  const all = [...steps];
  for (const correction of corrections) {
    const older = all.findLastIndex(({ at }) => Date.parse(at) <= Date.parse(correction.at));
    all.splice(older + 1, 0, correction);
  }
  return all;
}

/**
 * The steps of the timeline. A paid order without a parcel (an order abroad before support ships it) is in process since
 * its payment. The history has no entry for that, so the step is added here. Beside the last correction of the e-mail address stands the
 * address, as this visitor may see it.
 */
export function progressOf({
  order: { facts, recipient },
  displayStatus,
  timeline,
}: Pick<OrderAnswer, 'order' | 'displayStatus' | 'timeline'>): Step[] {
  const [corrections = [], reported = []] = [true, false].map((is) => timeline.filter(({ code }) => CORRECTIONS.has(code) === is));
  const entries = joined(inTime(reported));
  const last = entries.at(-1);
  const unsaid = facts.phase === 'preparing' && facts.payment === 'paid' && facts.parcel === null;
  const steps = unsaid && last ? joined([...entries, { ...last, ...displayStatus, revision: last.revision + 0.5 }]) : entries;
  const current = steps.at(-1);
  const corrected = corrections.findLast(({ code }) => code === EMAIL_CORRECTED);
  const all = withCorrections(steps, corrections);
  return all.map((entry, place) => ({
    key: String(entry.revision),
    label: entry === corrected && recipient.email ? `${entry.label}：${recipient.email}` : entry.label,
    at: entry.at,
    date: dateAfter(all[place - 1]?.at, entry.at),
    late: entry.late,
    current: entry === current,
  }));
}

const SHIPPED = '出貨';
const MOVING = '運送中';
const DELIVERED = '送達';
const AT_STORE = '送達取貨門市';
const COLLECTED = '取貨';

/** The expected steps of this delivery; none if the order is complete or its end is uncertain. */
export function upcomingOf({ facts, delivery }: Pick<OrderAnswer['order'], 'facts' | 'delivery'>): string[] {
  const way = delivery.type === 'CVS' ? [SHIPPED, MOVING, AT_STORE, COLLECTED] : [SHIPPED, MOVING, DELIVERED];
  switch (facts.phase) {
    case 'awaiting-payment':
      return ['付款完成', ...way];
    case 'preparing':
      // The carrier cancelled the parcel, or it was not handed over in time.
      return facts.parcel?.stage === 'cancelled' ? [] : way;
    case 'on-its-way':
      return way.slice(wayBehind(facts.parcel?.stage));
    case 'at-store':
      return [COLLECTED];
    case 'return-requested':
      return ['收回商品', '退款'];
    case 'returning':
      return ['退款'];
    default:
      return [];
  }
}

/** The number of completed steps of a parcel; all steps if it may not arrive. */
function wayBehind(stage: NonNullable<OrderAnswer['order']['facts']['parcel']>['stage'] | undefined): number {
  switch (stage) {
    case 'shipped':
      return 1;
    case 'in-transit':
    case 'delivering':
      return 2;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
