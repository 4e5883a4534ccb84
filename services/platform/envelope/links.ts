import { randomUUID } from 'node:crypto';
import { NO_STREAM, type StreamName } from '../event-store/port.ts';
import type { CommandContext } from './codec.ts';
import type { Trail } from './trail.ts';

/** What the links need of a request (`HandleRequest`) and of an outcome. */
type Linkable = { stream: StreamName; context: CommandContext; options?: { causedBy?: StreamName; correlationOf?: StreamName } };
type Outcome = { ok: true; events: readonly { id: string; metadata: { correlationId: string } }[] } | { ok: false } | undefined;

export type Linked<Request> = {
  item: Request;
  /** the id of the command's last event, because another command of the same append names it as its cause */
  lastId?: string;
  /** the revision of the state whose correlation id the others have; on another state, their links would be wrong */
  basis?: number;
};
type Held = { trail: Trail; revision: number };

const requestOn = <Request extends Linkable>(requests: readonly Request[], stream: StreamName): Request => {
  const found = requests.find((one) => one.stream === stream);
  if (!found) throw new Error(`no request of the list is for ${stream}`);
  return found;
};

/** The links of requests that are written together: the ids of causes are made before their events. */
export function linkTogether<Request extends Linkable>(
  requests: readonly Request[],
  stateOf: (request: Request) => Held | undefined,
): Linked<Request>[] {
  const lastIds = new Map<StreamName, string>();
  for (const { options } of requests) if (options?.causedBy !== undefined) lastIds.set(options.causedBy, randomUUID());
  const shared = new Set(requests.map(({ options }) => options?.correlationOf));
  return requests.map((item) => {
    const { causedBy, correlationOf } = item.options ?? {};
    const like = correlationOf === undefined ? undefined : requestOn(requests, correlationOf);
    const lastId = lastIds.get(item.stream);
    const linked = withLinks(item, {
      cause: causedBy && lastIds.get(causedBy),
      correlationId: like && (stateOf(like)?.trail.correlationId ?? like.context.newCorrelationId),
    });
    const basis = shared.has(item.stream) ? { basis: stateOf(item)?.revision ?? NO_STREAM } : {};
    return { item: linked, ...(lastId !== undefined && { lastId }), ...basis };
  });
}

/** The links of a request to requests of the list that have an outcome, or that follow it. */
export async function linkAfter<Request extends Linkable>(
  item: Request,
  requests: readonly Request[],
  outcomes: readonly Outcome[],
  trailOf: (request: Request) => Promise<Trail>,
): Promise<Request> {
  const { causedBy, correlationOf } = item.options ?? {};
  const lastOf = (stream: StreamName) => {
    const outcome = outcomes[requests.indexOf(requestOn(requests, stream))];
    return outcome?.ok ? outcome.events.at(-1) : undefined;
  };
  const like = correlationOf === undefined ? undefined : requestOn(requests, correlationOf);
  return withLinks(item, {
    cause: causedBy && lastOf(causedBy)?.id,
    correlationId:
      like && (lastOf(like.stream)?.metadata.correlationId ?? (await trailOf(like)).correlationId ?? like.context.newCorrelationId),
  });
}

function withLinks<Request extends Linkable>(
  item: Request,
  { cause, correlationId }: { cause: string | undefined; correlationId: string | undefined },
): Request {
  if (cause === undefined && correlationId === undefined) return item;
  const links = { ...(cause !== undefined && { causationId: cause }), ...(correlationId !== undefined && { correlationId }) };
  return { ...item, context: { ...item.context, ...links } };
}
