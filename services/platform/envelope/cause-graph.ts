import type { StreamName } from '../event-store/port.ts';

/** An event with what it names as its cause. A `DecodedEvent` is one. */
export type CausedEvent = {
  id: string;
  stream: StreamName;
  revision: number;
  position: bigint;
  type: string;
  metadata: { causationId: string };
};

/** An event, or a cause that is no event: a request, or a command without one. */
export type CauseNode<E extends CausedEvent = CausedEvent> = {
  /** of the event or the request */
  id: string;
  /** undefined for a request */
  event: E | undefined;
  /** The event or request that led to it. Of a request: the newest event before it. undefined for the root. */
  cause: CauseNode<E> | undefined;
  /** in their order in the store */
  effects: CauseNode<E>[];
};

/** `root`: the request that began the history; undefined without events. `nodes`: of the events, by id. */
export type CauseGraph<E extends CausedEvent = CausedEvent> = {
  root: CauseNode<E> | undefined;
  nodes: ReadonlyMap<string, CauseNode<E>>;
};

/**
 * The graph of causes of an order, from all events with its correlation id. It is a tree. An event follows from the event
 * or the request that its metadata names. A request from outside (a buyer, a carrier, support) names no cause; it follows
 * the newest event before it, which is the state that it met. A cause counts as an event only if that event came
 * earlier, so the graph has no circle, whatever the metadata says.
 */
export function causeGraph<E extends CausedEvent>(events: readonly E[]): CauseGraph<E> {
  const nodes = new Map<string, CauseNode<E>>();
  const requests = new Map<string, CauseNode<E>>();
  let root: CauseNode<E> | undefined;
  let newest: CauseNode<E> | undefined;
  const add = (id: string, event: E | undefined, cause: CauseNode<E> | undefined): CauseNode<E> => {
    const node: CauseNode<E> = { id, event, cause, effects: [] };
    (event ? nodes : requests).set(id, node);
    cause?.effects.push(node);
    root ??= node;
    return node;
  };
  for (const event of events.toSorted(inOrder)) {
    const { causationId } = event.metadata;
    newest = add(event.id, event, nodes.get(causationId) ?? requests.get(causationId) ?? add(causationId, undefined, newest));
  }
  return { root, nodes };
}

/** The events of one append may have one position. */
function inOrder(one: CausedEvent, other: CausedEvent): number {
  if (one.position === other.position) return one.revision - other.revision;
  return one.position < other.position ? -1 : 1;
}

/** The causes of a node, from its own cause up to the root. */
export function causesOf<E extends CausedEvent>({ cause }: CauseNode<E>): CauseNode<E>[] {
  const causes: CauseNode<E>[] = [];
  for (let next = cause; next !== undefined; next = next.cause) causes.push(next);
  return causes;
}

/** Everything that followed from a node, directly and indirectly. */
export function effectsOf<E extends CausedEvent>(node: CauseNode<E>): CauseNode<E>[] {
  const effects = [...node.effects];
  for (const effect of effects) effects.push(...effect.effects);
  return effects;
}
