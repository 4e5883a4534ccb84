import type { HistoryRequest } from '@nordhaut/contracts/support';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { ANSWER_KEPT, type Attempt, type KeyedRequest } from '@nordhaut/platform/http';

/** What is kept of keyed requests, by command id. */
export type KeyedRequests = (commandIds: readonly string[]) => Promise<ReadonlyMap<string, KeyedRequest>>;

/**
 * The request that began what led to each event, by the event's id. An event that no event caused has its request as cause; a
 * process of the shop names its own command, or an event of a stream that is not here.
 * @param events causes before effects
 */
export function requestsOf(events: readonly DecodedEvent[]): ReadonlyMap<string, string> {
  const known = new Set(events.map(({ id }) => id));
  const requests = new Map<string, string>();
  for (const { id, metadata } of events) {
    const { causationId, commandId, actor } = metadata;
    const request = known.has(causationId)
      ? requests.get(causationId)
      : causationId === commandId || actor.kind === 'system'
        ? undefined
        : causationId;
    if (request !== undefined) requests.set(id, request);
  }
  return requests;
}

/**
 * The requests with what is kept of their idempotency keys. A key names one command of its request; other commands are steps of it. The
 * request itself is among the attempts where it ended with 5xx.
 */
export async function describedRequests(
  events: readonly DecodedEvent[],
  requests: ReadonlyMap<string, string>,
  keyed: KeyedRequests,
): Promise<HistoryRequest[]> {
  const own = events.filter(({ id, metadata }) => requests.get(id) === metadata.causationId);
  const known = await keyed([...new Set(own.map(({ metadata }) => metadata.commandId))]);
  return [...Map.groupBy(own, ({ metadata }) => metadata.causationId)].map(([id, those]) => {
    const keyHash = those.map(({ metadata }) => metadata.commandId).find((commandId) => known.has(commandId));
    const kept = keyHash === undefined ? undefined : known.get(keyHash);
    return {
      id,
      keyHash: keyHash ?? null,
      answerUntil: kept?.answerUntil?.toISOString() ?? null,
      attempts: [
        ...unanswered(id, those, kept?.attempts ?? []),
        ...(kept?.attempts ?? []).map(({ requestId, at, ...attempt }) => ({ id: requestId, at: at.toISOString(), ...attempt })),
      ],
    };
  });
}

/**
 * The request itself as an attempt, where it began and no answer of it was kept when it was repeated: a repeat within the time for
 * which answers are kept ran again. Its process died, or was still at work. It wrote nothing about itself but its events.
 */
function unanswered(id: string, events: readonly DecodedEvent[], attempts: readonly Attempt[]): HistoryRequest['attempts'] {
  const [first] = events;
  if (!first || attempts.some(({ requestId }) => requestId === id)) return [];
  const until = Date.parse(first.recordedAt) + ANSWER_KEPT;
  const isRepeated = attempts.some(({ outcome, at }) => outcome === 'again' && at.getTime() < until);
  const { recordedAt: at, metadata } = first;
  return isRepeated ? [{ id, at, traceId: traceOf(metadata.traceparent), outcome: 'unanswered', status: null }] : [];
}

/** The trace's own part of a `traceparent` (W3C Trace Context). */
export const traceOf = (traceparent: string | undefined): string | null => traceparent?.split('-')[1] ?? null;
