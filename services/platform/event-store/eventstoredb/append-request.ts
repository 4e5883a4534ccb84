import protobuf from 'protobufjs/minimal.js';
import { NO_STREAM } from '../port.ts';
import type { Stored } from './wire.ts';

type Writer = protobuf.Writer;

/**
 * One append on an append stream: a final `BatchAppendReq` (`streams.proto`). It has no deadline: the server's own limit counts,
 * and a clock that differs from the server's cannot end the append early. The client's generated code copies each text three
 * times.
 */
export function appendRequest(correlationId: string, stream: string, expectedRevision: number, events: readonly Stored[]): Buffer {
  const message = protobuf.Writer.create();
  uuid(message, correlationId);
  inner(message, 2, (options) => {
    inner(options, 1, (identifier) => text(identifier, 3, stream));
    if (expectedRevision === NO_STREAM) text(options, 3, '');
    else number(options, 2).uint64(expectedRevision);
  });
  for (const event of events) inner(message, 3, (one) => proposed(one, event));
  // In Node the library writes into a Buffer.
  return number(message, 4).bool(true).finish() as Buffer;
}

function proposed(message: Writer, { id, type, contentType, data, metadata }: Stored): void {
  uuid(message, id);
  property(message, 'content-type', contentType);
  property(message, 'type', type);
  text(message, 3, metadata);
  text(message, 4, data);
}

const uuid = (message: Writer, id: string): void => inner(message, 1, (one) => text(one, 2, id));

const property = (message: Writer, name: string, value: string): void =>
  inner(message, 2, (entry) => {
    text(entry, 1, name);
    text(entry, 2, value);
  });

// The low bits of a field's tag: 0 is a number, 2 is what has its length before it.
const number = (message: Writer, field: number): Writer => message.uint32(field << 3);
const text = (message: Writer, field: number, value: string): Writer => message.uint32((field << 3) | 2).string(value);
function inner(message: Writer, field: number, write: (inner: Writer) => void): void {
  write(message.uint32((field << 3) | 2).fork());
  message.ldelim();
}
