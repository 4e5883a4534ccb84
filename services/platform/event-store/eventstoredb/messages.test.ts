import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { NO_STREAM } from '../port.ts';
import { readAnswer } from './answers.ts';
import { appendRequest } from './append-request.ts';
import { caughtUp, checkpoint, confirmation, eventMessage, notFound } from './testing/messages.ts';
import type { Stored } from './wire.ts';

/** The generated code of the client is the model. */
const bytesOf = (message: { serializeBinary(): Uint8Array }): Buffer => Buffer.from(message.serializeBinary());

describe('an append', () => {
  const event = (data: string): Stored => ({
    id: randomUUID(),
    type: 'OrderPlaced',
    contentType: 'application/json',
    data,
    metadata: '{"名":1}',
  });

  function generated(id: string, stream: string, revision: number, events: readonly Stored[]): Buffer {
    const about = new streams.BatchAppendReq.Options().setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
    );
    if (revision === NO_STREAM) about.setNoStream(new shared.Empty());
    else about.setStreamPosition(String(revision));
    const messages = events.map((one) => {
      const message = new streams.BatchAppendReq.ProposedMessage()
        .setId(new shared.UUID().setString(one.id))
        .setData(Buffer.from(one.data))
        .setCustomMetadata(Buffer.from(one.metadata));
      message.getMetadataMap().set('type', one.type).set('content-type', one.contentType);
      return message;
    });
    return bytesOf(
      new streams.BatchAppendReq()
        .setCorrelationId(new shared.UUID().setString(id))
        .setOptions(about)
        .setProposedMessagesList(messages)
        .setIsFinal(true),
    );
  }

  it.each([
    ['to a new stream', NO_STREAM, ['{}']],
    ['after the first event', 0, ['{"a":1}', '{"b":2}']],
    ['with long texts', 200, ['x'.repeat(127), 'x'.repeat(128), '名'.repeat(50_000)]],
    ['after a very high revision', 2 ** 40, ['{}']],
  ])('%s has the bytes that the generated code writes', (_, revision, texts) => {
    const [id, events] = [randomUUID(), texts.map(event)];
    expect(appendRequest(id, 'order-名', revision, events)).toEqual(generated(id, 'order-名', revision, events));
  });
});

describe('an answer', () => {
  const record = {
    id: randomUUID(),
    stream: 'order-名',
    revision: 300,
    position: 5_000_000_000n,
    type: 'OrderPlaced',
    contentType: 'application/json',
    data: Buffer.from(`{"a":"${'名'.repeat(100)}"}`),
    metadata: Buffer.from('{"b":1}'),
  };

  it.each([0n, 127n, 128n, 5_000_000_000n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n])('holds an event at position %s', (position) => {
    expect(readAnswer(bytesOf(eventMessage({ ...record, position })))).toEqual({
      isConfirmation: false,
      recorded: {
        id: record.id,
        stream: 'order-名',
        revision: 300,
        commit: position,
        prepare: position,
        type: 'OrderPlaced',
        data: record.data.toString(),
        metadata: '{"b":1}',
      },
    });
  });

  it('without an event may be the confirmation of a subscription', () => {
    expect(readAnswer(bytesOf(confirmation()))).toEqual({ recorded: undefined, isConfirmation: true });
    for (const other of [notFound('order-1'), checkpoint({ commit: 5n, prepare: 5n }), caughtUp()])
      expect(readAnswer(bytesOf(other))).toEqual({ recorded: undefined, isConfirmation: false });
  });

  it('may have fields that a later server adds', () => {
    const event = bytesOf(eventMessage(record));
    // Field 15 of each wire type: a number, 8 bytes, a text, 4 bytes.
    const more = Buffer.from([0x78, 0x96, 0x01, 0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7a, 2, 65, 66, 0x7d, 1, 2, 3, 4]);
    expect(readAnswer(Buffer.concat([more, event, more]))).toEqual(readAnswer(event));
  });

  it('that is cut off is an error, and no endless loop', () => {
    const bytes = bytesOf(eventMessage(record));
    for (let length = 1; length < bytes.length; length++) expect(() => readAnswer(bytes.subarray(0, length))).toThrow(RangeError);
  });
});
