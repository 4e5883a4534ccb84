import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { EventStoreDBClient, type JSONEventType, type JSONRecordedEvent } from '@eventstore/db-client';
import grpc from '@grpc/grpc-js';
import { aborted } from '../../../timing.ts';
import { type LogRecord, MemoryLog, type Proposed } from './memory-log.ts';
import {
  appended,
  batchAppended,
  batchFailed,
  batchTooLarge,
  batchWrongVersion,
  type Checkpoint,
  caughtUp,
  checkpoint,
  confirmation,
  eventMessage,
  notFound,
  proposed,
  text,
  wrongVersion,
} from './messages.ts';

/**
 * What happens to an append: an error code instead of doing it; `silent`: neither written nor answered; `mute`:
 * written, never answered; `cut`: written, and the call breaks; `lateMs`: written after a while, answered by then;
 * `until`: written when it resolves, answered by then;
 * `slowMs`: written at once, answered after a while; `busy`, `timeout`: answered so, and not written; `ended`: written,
 * and the server ends the call without an answer or an error. On an append stream, `code`, `cut` and `ended` end the
 * stream for all appends on it.
 */
export type AppendFault =
  | { code: number; details?: string }
  | 'silent'
  | 'mute'
  | 'cut'
  | 'busy'
  | 'timeout'
  | 'ended'
  | { lateMs: number }
  | { until: Promise<unknown> }
  | { slowMs: number };

/** An append as it arrived, and how the call that it came in is answered. */
type Received = {
  stream: string;
  expected: number;
  events: Proposed[];
  wrote: (revision: number, position: bigint) => void;
  stale: (current: number) => void;
  failed: (fault: 'busy' | 'timeout') => void;
  broke: (status: { code: number; details: string }) => void;
  ended: () => void;
};

type AppendCall = grpc.ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type AppendStreamCall = grpc.ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;
type ReadCall = grpc.ServerWritableStream<streams.ReadReq, streams.ReadResp>;
type Options = NonNullable<ReturnType<streams.ReadReq['getOptions']>>;

/** The part of EventStoreDB that the shop uses, in memory, with faults that tests can inject. */
export class FaultyServer {
  readonly log = new MemoryLog();
  /** faults of the next appends, one each; null: none */
  readonly appendFaults: (AppendFault | null)[] = [];
  /** codes that the next reads (subscriptions too) fail with */
  readonly readFaults: number[] = [];
  /** while set, reads get no answer */
  mute = false;
  /** bytes of an append that are refused; the real server's default */
  maxAppendSize = 1024 * 1024;
  /** appends, however they came; append streams; reads, and `readStream`: those of one stream; other calls */
  readonly calls = { append: 0, appendStream: 0, read: 0, readStream: 0, subscribe: 0, gossip: 0 };
  /** where subscriptions began: the commit position */
  readonly subscribedFrom: (bigint | undefined)[] = [];
  readonly #subscriptions = new Map<ReadCall, AbortController>();
  readonly #server = new grpc.Server();
  port = 0;

  static async start(): Promise<FaultyServer> {
    const server = new FaultyServer();
    await server.#listen();
    return server;
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Ends every subscription without an error, as a server does that shuts down. */
  endSubscriptions(): void {
    for (const call of this.#subscriptions.keys()) call.end();
  }

  failSubscriptions(code: number): void {
    for (const call of this.#subscriptions.keys()) call.emit('error', { code, details: 'an injected fault' });
  }

  /** Sends a checkpoint to every subscription. */
  checkpoint(at: Checkpoint): void {
    for (const call of this.#subscriptions.keys()) call.write(checkpoint(at));
  }

  stop(): void {
    this.#server.forceShutdown();
  }

  async #listen(): Promise<void> {
    const { StreamsService } = streamsService;
    const idle = (): void => undefined;
    this.#server.addService(StreamsService, {
      append: this.#append,
      batchAppend: this.#batchAppend,
      read: this.#read,
      delete: idle,
      tombstone: idle,
    } as grpc.UntypedServiceImplementation);
    this.#server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: this.#features,
    } as grpc.UntypedServiceImplementation);
    this.#server.addService(gossipService.GossipService, { read: this.#gossip } as grpc.UntypedServiceImplementation);
    this.port = await new Promise<number>((resolve, fail) => {
      this.#server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
        error ? fail(error) : resolve(port),
      );
    });
  }

  readonly #features: grpc.handleUnaryCall<unknown, features.SupportedMethods> = (_, answer) => {
    const batch = new features.SupportedMethod().setServiceName('event_store.client.streams.Streams').setMethodName('batchappend');
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList([batch]));
  };

  readonly #gossip: grpc.handleUnaryCall<unknown, gossip.ClusterInfo> = (_, answer) => {
    this.calls.gossip++;
    const member = new gossip.MemberInfo()
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(this.port));
    answer(null, new gossip.ClusterInfo().setMembersList([member]));
  };

  readonly #append = (call: AppendCall, answer: grpc.sendUnaryData<streams.AppendResp>): void => {
    this.calls.append++;
    let stream = '';
    let expected = -1;
    const events: Proposed[] = [];
    let refused = false;
    call.on('data', (request: streams.AppendReq) => {
      if (refused) return;
      const [options, message] = [request.getOptions(), request.getProposedMessage()];
      if (options) {
        stream = text(options.getStreamIdentifier()?.getStreamName_asU8() ?? '');
        expected = options.hasRevision() ? Number(options.getRevision()) : -1;
      }
      if (!message) return;
      events.push(proposed(message));
      refused = sizeOf(events) > this.maxAppendSize;
      if (refused) answer(tooLarge(this.maxAppendSize));
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      // A request that was cut off ends here too, a moment before it is known to be cut off; the real server's reading
      // of it fails, and nothing of it is written.
      setImmediate(() => {
        if (call.cancelled || refused) return;
        this.#perform({
          stream,
          expected,
          events,
          wrote: (revision, position) => answer(null, appended(revision, position)),
          stale: (current) => answer(null, wrongVersion(current)),
          failed: (fault) => answer({ code: grpc.status.ABORTED, details: fault }),
          broke: (status) => answer(status),
          ended: () => answer({ code: grpc.status.CANCELLED, details: 'the server goes' }),
        });
      });
    });
  };

  /** Appends that came on one stream are performed in their order. */
  readonly #batchAppend = (call: AppendStreamCall): void => {
    this.calls.appendStream++;
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    const unfinished = new Map<string, streams.BatchAppendReq[]>();
    call.on('data', (request: streams.BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const parts = [...(unfinished.get(id) ?? []), request];
      unfinished.set(id, parts);
      if (!request.getIsFinal()) return;
      unfinished.delete(id);
      this.calls.append++;
      const about = parts[0]?.getOptions();
      const stream = text(about?.getStreamIdentifier()?.getStreamName_asU8() ?? '');
      const events = parts.flatMap((part) => part.getProposedMessagesList().map(proposed));
      const answer = (result: streams.BatchAppendResp): void => void call.write(result);
      if (sizeOf(events) > this.maxAppendSize) return answer(batchTooLarge(id, stream, this.maxAppendSize));
      this.#perform({
        stream,
        expected: about?.hasStreamPosition() ? Number(about.getStreamPosition()) : -1,
        events,
        wrote: (revision, position) => answer(batchAppended(id, stream, revision, position)),
        stale: (current) => answer(batchWrongVersion(id, stream, current)),
        failed: (fault) => answer(batchFailed(id, stream, fault)),
        broke: (status) => void call.emit('error', status),
        ended: () => call.end(),
      });
    });
  };

  #perform({ stream, expected, events, wrote, stale, failed, broke, ended }: Received): void {
    const fault = this.appendFaults.shift() ?? undefined;
    const write = (): void => {
      const written = this.log.append(stream, expected, events);
      if (fault === 'mute') return;
      if (fault === 'cut') return broke({ code: grpc.status.CANCELLED, details: 'the server goes' });
      if (fault === 'ended') return ended();
      if (!written.ok) return stale(written.current);
      const done = (): void => wrote(written.revision, written.position);
      if (typeof fault === 'object' && 'slowMs' in fault) setTimeout(done, fault.slowMs);
      else if (written.revision < this.log.stream(stream).length) done();
      // The real server drops a repeated append while the first cannot be read yet.
      else if (!written.repeated) setTimeout(done, this.log.commitDelayMs);
    };
    if (fault === 'silent') return;
    if (fault === 'busy' || fault === 'timeout') return failed(fault);
    if (typeof fault === 'object' && 'code' in fault) return broke({ details: 'an injected fault', ...fault });
    if (typeof fault === 'object' && 'lateMs' in fault) setTimeout(write, fault.lateMs);
    else if (typeof fault === 'object' && 'until' in fault) void fault.until.then(write);
    else write();
  }

  readonly #read = (call: ReadCall): void => {
    const options = call.request.getOptions() as Options;
    call.on('error', () => undefined);
    if (options.hasSubscription()) return void this.#subscribe(call, options);
    this.calls.read++;
    if (options.hasStream()) this.calls.readStream++;
    const code = this.readFaults.shift();
    if (code !== undefined) return void call.emit('error', { code, details: 'an injected fault' });
    if (this.mute) return;
    const name = text(options.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? '');
    if (options.hasStream() && this.log.stream(name).length === 0) call.write(notFound(name));
    const found = options.hasStream() ? fromStream(this.log.stream(name), options) : fromAll(this.log.records, options);
    for (const record of found.slice(0, Number(options.getCount()))) call.write(eventMessage(record));
    call.end();
  };

  async #subscribe(call: ReadCall, options: Options): Promise<void> {
    this.calls.subscribe++;
    const code = this.readFaults.shift();
    if (code !== undefined) return void call.emit('error', { code, details: 'an injected fault' });
    const ending = new AbortController();
    this.#subscriptions.set(call, ending);
    for (const end of ['cancelled', 'close', 'error', 'finish']) {
      call.on(end, () => {
        ending.abort();
        this.#subscriptions.delete(call);
      });
    }
    const position = options.getAll()?.getPosition();
    const after = position === undefined ? -1n : BigInt(position.getCommitPosition());
    const prepare = position === undefined ? -1n : BigInt(position.getPreparePosition());
    this.subscribedFrom.push(position === undefined ? undefined : after);
    const wanted = wants(options);
    const every = (options.getFilter()?.getMax() || 32) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);
    call.write(confirmation());
    // Positions compare by commit, then by prepare; both are the same in what is written here.
    const first = prepare < after ? after : after + 1n;
    let index = firstFrom(this.log.records, first);
    for (let looked = 0; !ending.signal.aborted; ) {
      const record = this.log.records[index];
      if (!record) {
        call.write(caughtUp());
        await this.log.news(ending.signal);
        continue;
      }
      index++;
      if (wanted(record) && !call.write(eventMessage(record)))
        await Promise.race([new Promise((go) => call.once('drain', go)), aborted(ending.signal)]);
      if (++looked % every === 0 && !ending.signal.aborted) call.write(checkpoint({ commit: record.position, prepare: record.position }));
    }
  }
}

function wants(options: Options): (record: LogRecord) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  return (record) => {
    const name = filter.hasStreamIdentifier() ? record.stream : record.type;
    return prefixes.length > 0 ? prefixes.some((prefix) => name.startsWith(prefix)) : pattern.test(name);
  };
}

const isBackwards = (options: Options): boolean => options.getReadDirection() === 1;

const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + type.length + data.length + metadata.length, 0);

function tooLarge(limit: number): Partial<grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(limit));
  return { code: grpc.status.INVALID_ARGUMENT, details: `Maximum Append Size of ${limit} Exceeded.`, metadata };
}

/** A read begins at its position, unlike a subscription, which begins after it. */
function fromAll(records: readonly LogRecord[], options: Options): readonly LogRecord[] {
  const all = options.getAll();
  const at = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : undefined;
  // A page's worth: the log may be long, and a copy of all of it for every page would be what a test measures.
  const count = Number(options.getCount());
  if (!isBackwards(options)) {
    const from = at === undefined ? 0 : firstFrom(records, at);
    return records.slice(from, from + count);
  }
  const end = at === undefined ? records.length : firstFrom(records, at);
  return records.slice(Math.max(0, end - count), end).reverse();
}

/** Index of the first record at `position` or behind it. */
function firstFrom(records: readonly LogRecord[], position: bigint): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle] as LogRecord).position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fromStream(records: readonly LogRecord[], options: Options): readonly LogRecord[] {
  const stream = options.getStream();
  const at = stream?.hasRevision() ? Number(stream.getRevision()) : undefined;
  if (!isBackwards(options)) return at === undefined ? records : records.slice(at);
  return records.slice(0, at === undefined ? undefined : at + 1).toReversed();
}

/** Reads a stream with the client alone, as another program does that expects JSON. */
export async function readAsOther(url: string, stream: string): Promise<JSONRecordedEvent[]> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const events: JSONRecordedEvent[] = [];
    for await (const { event } of client.readStream<JSONEventType>(stream)) if (event) events.push(event);
    return events;
  } finally {
    await client.dispose();
  }
}
