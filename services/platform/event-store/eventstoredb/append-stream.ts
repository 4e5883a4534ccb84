import { convertToCommandError, WrongExpectedVersionError } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { asPosition, type Position } from '../port.ts';
import { appendRequest } from './append-request.ts';
import type { AppendCall, Calls } from './calls.ts';
import { NoAnswer, UnknownOutcome } from './failures.ts';
import type { Stored } from './wire.ts';

/** `id`: of this append alone; the server repeats it in its answer. */
export type StreamAppend = { id: string; stream: string; expectedRevision: number; events: readonly Stored[] };
/** undefined if the server did not say it */
type Answered = Position | undefined;

const UNIMPLEMENTED = 12;

/**
 * The process's one stream of appends. It is opened when it is first needed, and replaced when it breaks, when the server
 * ends it, or when an append on it stays without an outcome. The server begins the appends in the order of the calls.
 *
 * An append here is an attempt. Unless it was written or refused with a typed reason, it fails with UnknownOutcome or
 * NoAnswer, and the caller repeats it as a call of its own, whose errors say more.
 */
export class AppendStream {
  readonly #calls: Calls;
  #current: Promise<OpenStream> | undefined;
  /** the server or a proxy before it has no such streams */
  #isUnknown = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  get isUsable(): boolean {
    return !this.#isUnknown;
  }

  /** @throws UnknownOutcome, NoAnswer after `ms`, WrongExpectedVersionError, errors of opening a call */
  append(append: StreamAppend, ms: number): Promise<Answered> {
    return new Promise((resolve, fail) => {
      const current = (this.#current ??= this.#open());
      const waiting: Waiting = { resolve, fail, timer: undefined };
      waiting.timer = setTimeout(() => {
        this.#discard(current);
        fail(new NoAnswer(`no answer within ${ms} ms`));
        void current.then((open) => open.forget(append.id)).catch(() => undefined);
      }, ms);
      current.then(
        (open) => open.send(append, waiting),
        (error: Error) => {
          this.#discard(current);
          clearTimeout(waiting.timer);
          fail(error);
        },
      );
    });
  }

  /** The next append opens a new stream. Appends on the old one may still be answered there. */
  discard(): void {
    if (this.#current) this.#discard(this.#current);
  }

  #discard(stream: Promise<OpenStream>): void {
    if (this.#current === stream) this.#current = undefined;
    void stream.then((open) => open.retire()).catch(() => undefined);
  }

  #open(): Promise<OpenStream> {
    const opening: Promise<OpenStream> = this.#calls.appendStream().then(
      (call) =>
        new OpenStream(call, (error) => {
          this.#isUnknown ||= (error as { code?: unknown } | undefined)?.code === UNIMPLEMENTED;
          this.#discard(opening);
        }),
    );
    return opening;
  }
}

type Waiting = { resolve: (position: Answered) => void; fail: (error: Error) => void; timer: NodeJS.Timeout | undefined };

class OpenStream {
  readonly #call: AppendCall;
  readonly #useless: (error?: Error) => void;
  /** appends without an outcome, by id */
  readonly #waiting = new Map<string, Waiting>();
  /** appends that wait until the call takes more */
  readonly #unsent = new Map<string, Buffer>();
  #isFull = false;
  #isRetired = false;
  #ended: Error | undefined;

  /** @param useless called when the stream has ended, or gave an answer after which it should not be used further */
  constructor(call: AppendCall, useless: (error?: Error) => void) {
    this.#call = call;
    this.#useless = useless;
    call.on('data', (answer: streams.BatchAppendResp) => this.#answered(answer));
    call.on('error', (error: Error) => this.#end(error));
    // A server that shuts down ends the stream without an error, also while appends wait.
    call.on('end', () => this.#end(new Error('the server ended the append stream')));
    call.on('drain', () => this.#flush());
  }

  send({ id, stream, expectedRevision, events }: StreamAppend, waiting: Waiting): void {
    if (this.#ended) return failWith(waiting, this.#ended);
    this.#waiting.set(id, waiting);
    this.#unsent.set(id, appendRequest(id, stream, expectedRevision, events));
    if (!this.#isFull) this.#flush();
  }

  /** The append's deadline has passed: a later answer counts no more, and what was not sent is not sent. */
  forget(id: string): void {
    this.#waiting.delete(id);
    this.#unsent.delete(id);
    this.#cancelIfDone();
  }

  /** Ends the call once nothing waits on it. */
  retire(): void {
    this.#isRetired = true;
    this.#cancelIfDone();
  }

  #flush(): void {
    this.#isFull = false;
    for (const [id, request] of this.#unsent) {
      this.#unsent.delete(id);
      if (this.#call.write(request)) continue;
      this.#isFull = true;
      return;
    }
  }

  #answered(answer: streams.BatchAppendResp): void {
    const id = answer.getCorrelationId()?.getString() ?? '';
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const success = answer.getSuccess();
    if (success === undefined) {
      const refusal = refusalIn(answer);
      // The server is busy, has no leader, or has gone over its time: the next stream may reach another server.
      if (!(refusal instanceof WrongExpectedVersionError)) this.#useless();
      if (waiting) failWith(waiting, refusal);
    } else if (waiting) {
      clearTimeout(waiting.timer);
      const position = success.getPosition()?.getCommitPosition();
      waiting.resolve(position === undefined ? undefined : asPosition(position));
    }
    this.#cancelIfDone();
  }

  #end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = new UnknownOutcome('the append stream broke', { cause: convertToCommandError(reason) });
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#unsent.clear();
    this.#useless(reason);
    for (const each of waiting) failWith(each, this.#ended);
  }

  #cancelIfDone(): void {
    if (this.#isRetired && this.#waiting.size === 0 && !this.#ended) this.#call.cancel();
  }
}

function failWith({ timer, fail }: Waiting, error: Error): void {
  clearTimeout(timer);
  fail(error);
}

const WRONG_VERSION = 'event_store.client.WrongExpectedVersion';

/** A stale revision is the only refusal with a meaning here; any other one comes again, with its details, from an own call. */
function refusalIn(answer: streams.BatchAppendResp): Error {
  const error = answer.getError();
  const details = error?.getDetails();
  if (details?.getTypeName() !== WRONG_VERSION) return new UnknownOutcome(error?.getMessage() || 'an append has no outcome');
  const wrong = details.unpack(shared.WrongExpectedVersion.deserializeBinary, WRONG_VERSION);
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? '').toString();
  return wrong ? WrongExpectedVersionError.fromWrongExpectedVersion(wrong, stream) : new UnknownOutcome('an append has no outcome');
}
