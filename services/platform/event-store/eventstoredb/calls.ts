import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import grpcStubs from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type grpc from '@grpc/grpc-js';
import { type ReadAnswer, readAnswer } from './answers.ts';
import { NoAnswer, within } from './failures.ts';

type Stub = InstanceType<typeof grpcStubs.StreamsClient>;
/** Private parts of the client. A test fails when they change. */
type Inside = {
  getGRPCClient(stub: typeof grpcStubs.StreamsClient, name: string): Promise<Stub>;
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [grpc.Metadata, grpc.CallOptions];
  handleError(stub: Stub, error: Error): Promise<void>;
};

export type ReadCall = grpc.ClientReadableStream<ReadAnswer>;
export type AppendCall = grpc.ClientDuplexStream<Buffer, streams.BatchAppendResp>;
type Call = ReadCall | AppendCall;

const { read: READ, batchAppend: APPEND } = grpcStubs.StreamsService;
const asItIs = (bytes: Buffer): Buffer => bytes;

/**
 * Calls over the client's generated stubs, on the client's connection and with its credentials. The client's own reads
 * parse each event's JSON, make objects that the shop does not need, and pass every message through a second stream: half
 * of the processor time of a read. Its own append stream loses appends (decision 038).
 */
export class Calls {
  readonly #client: Inside;
  readonly #open = new Set<Call>();

  constructor(client: EventStoreDBClient) {
    this.#client = client as unknown as Inside;
  }

  /**
   * Reads to the end. `each` gets a message when it arrives; all of them stay in memory, so a read needs a limit.
   * @param ms longest time without a message
   * @throws NoAnswer, the client's errors, and what `each` throws
   */
  async read(request: streams.ReadReq, ms: number, each: (answer: ReadAnswer) => void): Promise<void> {
    const call = await this.#start(ms, reading(request));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new NoAnswer(`no message from the event store for ${ms} ms`)), ms);
    call.on('data', (answer: ReadAnswer) => {
      timer.refresh();
      try {
        each(answer);
      } catch (error) {
        reject(error as Error);
      }
    });
    call.on('error', (error) => reject(convertToCommandError(error) as Error));
    call.on('end', resolve);
    try {
      await promise;
    } catch (error) {
      call.cancel();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A subscription: from any node, since it misses nothing there. The caller listens to its errors at once. @throws NoAnswer after `ms` */
  follow(request: streams.ReadReq, ms: number): Promise<ReadCall> {
    return this.#start(ms, reading(request), { requiresLeader: false });
  }

  /** The caller listens to its errors at once. */
  appendStream(): Promise<AppendCall> {
    return this.#start(Number.POSITIVE_INFINITY, (stub, about, options) =>
      stub.makeBidiStreamRequest(APPEND.path, asItIs, APPEND.responseDeserialize, about, options),
    );
  }

  close(): void {
    for (const call of this.#open) call.cancel();
  }

  /** From the leader: a follower may be behind, and a command would be decided on an old state. */
  async #start<Started extends Call>(
    ms: number,
    start: (stub: Stub, about: grpc.Metadata, options: grpc.CallOptions) => Started,
    { requiresLeader } = { requiresLeader: true },
  ): Promise<Started> {
    const stub = await within(ms, this.#client.getGRPCClient(grpcStubs.StreamsClient, 'calls'));
    const call = start(stub, ...this.#client.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY }));
    this.#open.add(call);
    call.on('error', (error: Error) => {
      this.#open.delete(call);
      // The client opens a new connection where the server is unavailable or no longer the leader.
      void this.#client.handleError(stub, error);
    });
    call.on('end', () => this.#open.delete(call));
    return call;
  }
}

const reading =
  (request: streams.ReadReq) =>
  (stub: Stub, about: grpc.Metadata, options: grpc.CallOptions): ReadCall =>
    stub.makeServerStreamRequest(READ.path, READ.requestSerialize, readAnswer, request, about, options);
