import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Position, START } from '../port.ts';

const { ReadReq } = streams;
const { Options } = ReadReq;

const EMPTY = new shared.Empty();
const DIRECTIONS = { forwards: 0, backwards: 1 } as const;
type Direction = keyof typeof DIRECTIONS;

const identifier = (name: string): shared.StreamIdentifier => new shared.StreamIdentifier().setStreamName(Buffer.from(name));

const options = (): streams.ReadReq.Options =>
  new Options().setResolveLinks(false).setUuidOption(new Options.UUIDOption().setString(EMPTY)).setNoFilter(EMPTY);

const request = (all: streams.ReadReq.Options): streams.ReadReq => new ReadReq().setOptions(all);

/** @param from revision; undefined: the stream's first event, or its last where the direction is backwards */
export function readStream(name: string, from: number | undefined, direction: Direction, limit: number): streams.ReadReq {
  const stream = new Options.StreamOptions().setStreamIdentifier(identifier(name));
  if (from !== undefined) stream.setRevision(String(from));
  else if (direction === 'forwards') stream.setStart(EMPTY);
  else stream.setEnd(EMPTY);
  return request(options().setStream(stream).setCount(String(limit)).setReadDirection(DIRECTIONS[direction]));
}

/** A commit position alone is the place of an event of the shop: its appends are never transactions, so prepare equals commit. */
export type LogPlace = Position | { commit: bigint; prepare: bigint } | 'end';

/** @param from START: before the first event; 'end': after the last one */
export const readAll = (from: LogPlace, direction: Direction, limit: number): streams.ReadReq =>
  request(options().setAll(place(from)).setCount(String(limit)).setReadDirection(DIRECTIONS[direction]));

/**
 * All events after a position whose streams have the prefix; without a prefix, all but the server's own streams. The
 * server looks at `window` events before it sends a checkpoint, and sends one after `interval` windows.
 */
export function subscribeToAll(after: Position, prefix: string, window: number, interval: number): streams.ReadReq {
  const expression = new Options.FilterOptions.Expression();
  if (prefix === '') expression.setRegex('^[^$]');
  else expression.setPrefixList([prefix]);
  const filter = new Options.FilterOptions().setStreamIdentifier(expression).setMax(window).setCheckpointintervalmultiplier(interval);
  return request(options().setAll(place(after)).setSubscription(new Options.SubscriptionOptions()).setFilter(filter));
}

function place(at: LogPlace): streams.ReadReq.Options.AllOptions {
  const all = new Options.AllOptions();
  if (at === 'end') return all.setEnd(EMPTY);
  if (at === START) return all.setStart(EMPTY);
  const { commit, prepare } = typeof at === 'bigint' ? { commit: at, prepare: at } : at;
  return all.setPosition(new Options.Position().setCommitPosition(String(commit)).setPreparePosition(String(prepare)));
}
