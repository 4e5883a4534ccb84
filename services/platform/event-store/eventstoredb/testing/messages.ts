import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { LogRecord, Proposed } from './memory-log.ts';

export const text = (bytes: Uint8Array | string): string =>
  (typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(bytes)).toString('utf8');

type ProposedMessage = {
  getId(): shared.UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

export const proposed = (message: ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export function eventMessage(record: LogRecord): streams.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new shared.UUID().setString(record.id));
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(record.stream)));
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  recorded.getMetadataMap().set('type', record.type).set('content-type', record.contentType).set('created', '638000000000000000');
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(event);
}

export const notFound = (stream: string): streams.ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream))),
  );

export const confirmation = (): streams.ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('subscription'));
export const caughtUp = (): streams.ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

/** `prepare` is another than `commit` in what some servers send at the end of the log. */
export type Checkpoint = { commit: bigint; prepare: bigint };
export const checkpoint = ({ commit, prepare }: Checkpoint): streams.ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  );

export function appended(revision: number, position: bigint): streams.AppendResp {
  const place = new streams.AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position));
  return new streams.AppendResp().setSuccess(new streams.AppendResp.Success().setCurrentRevision(String(revision)).setPosition(place));
}

export function wrongVersion(current: number): streams.AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  return new streams.AppendResp().setWrongExpectedVersion(wrong);
}

const batchAnswer = (id: string, stream: string): streams.BatchAppendResp =>
  new streams.BatchAppendResp()
    .setCorrelationId(new shared.UUID().setString(id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)));

export function batchAppended(id: string, stream: string, revision: number, position: bigint): streams.BatchAppendResp {
  const place = new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position));
  return batchAnswer(id, stream).setSuccess(new streams.BatchAppendResp.Success().setCurrentRevision(String(revision)).setPosition(place));
}

/** A refusal says its reason by the type of its details. */
function refused(
  answer: streams.BatchAppendResp,
  type: string,
  details: { serializeBinary(): Uint8Array },
  message = '',
): streams.BatchAppendResp {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), type);
  return answer.setError(new status.Status().setMessage(message).setDetails(packed));
}

export function batchWrongVersion(id: string, stream: string, current: number): streams.BatchAppendResp {
  const wrong = new shared.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(current));
  return refused(batchAnswer(id, stream), 'event_store.client.WrongExpectedVersion', wrong);
}

export const batchTooLarge = (id: string, stream: string, limit: number): streams.BatchAppendResp =>
  refused(
    batchAnswer(id, stream),
    'event_store.client.MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit),
  );

export const batchFailed = (id: string, stream: string, fault: 'busy' | 'timeout'): streams.BatchAppendResp =>
  fault === 'busy'
    ? refused(batchAnswer(id, stream), 'google.protobuf.Empty', new shared.Empty(), 'Server Is Busy')
    : refused(batchAnswer(id, stream), 'event_store.client.Timeout', new shared.Timeout());
