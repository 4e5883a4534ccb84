import type { HistoryCheck, VerifiedEvent } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import { count } from '../event.ts';
import { headOf, type Receipt, tagOf } from '../receipt.ts';

type Wanted = Receipt & { code: string; stream?: StreamName; found?: string; last: number };

/** Compares receipts, as buyers hold them, with the streams of the store. */
export function againstReceipts(receipts: readonly (Receipt & { code: string })[]): HistoryCheck {
  const wanted: Wanted[] = receipts.map((receipt) => ({ ...receipt, last: -1 }));
  const byStream = new Map<StreamName, Wanted[]>();
  return {
    take({ event: { stream, revision }, hash }: VerifiedEvent) {
      if (wanted.length === 0) return;
      if (revision === 0) {
        const tag = tagOf(stream);
        const own = wanted.filter((one) => one.tag === tag);
        if (own.length > 0) byStream.set(stream, own);
        for (const one of own) one.stream = stream;
      }
      for (const one of byStream.get(stream) ?? []) {
        one.last = revision;
        if (revision === one.revision) one.found = headOf(hash);
      }
    },
    verdict() {
      const verdicts = wanted.map(verdictOf);
      return {
        faults: verdicts.flatMap(({ fault }) => fault ?? []),
        proven: verdicts.flatMap((verdict) => verdict.proven ?? []),
        uncovered: verdicts.flatMap(({ uncovered }) => uncovered ?? []),
      };
    },
  };
}

function verdictOf({ code, stream, revision, head, found, last }: Wanted): { fault?: string; proven?: string; uncovered?: string } {
  if (stream === undefined)
    return { fault: `Receipt ${code}: its order is not in this store. It was removed or renamed, or the receipt is another shop's.` };
  if (found === undefined)
    return {
      fault: `Receipt ${code}: ${stream} ends at revision ${last}, and the receipt covers revision ${revision}: its newest events were removed.`,
    };
  if (found !== head)
    return {
      fault: `Receipt ${code}: the events of ${stream} up to revision ${revision} are not those of the receipt: one of them was changed or replaced.`,
    };
  return {
    proven: `Receipt ${code}: the events of ${stream} up to revision ${revision} stand unchanged.`,
    uncovered: `Not covered by this receipt since revision ${revision + 1} of ${stream}: ${
      last > revision
        ? `${count(last - revision, 'event')}.`
        : 'the store has none, and the receipt does not show whether it had more events.'
    }`,
  };
}
