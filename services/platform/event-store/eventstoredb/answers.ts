import protobuf from 'protobufjs/minimal.js';

type Reader = protobuf.Reader;

/** An event as the server sends it; texts are decoded, positions are as the server gives them. */
export type Recorded = {
  id: string;
  /** with the namespace */
  stream: string;
  revision: number;
  commit: bigint;
  prepare: bigint;
  type: string;
  data: string;
  /** as stored, with the members that `toStored` adds */
  metadata: string;
};

/** What the shop uses of a `ReadResp`. `isConfirmation`: the server has begun a subscription. */
export type ReadAnswer = { recorded: Recorded | undefined; isConfirmation: boolean };

/** Reads a `ReadResp` (`streams.proto`). The client's generated code makes an object for each inner message and copies the bytes. */
export function readAnswer(bytes: Buffer): ReadAnswer {
  const answer: ReadAnswer = { recorded: undefined, isConfirmation: false };
  const message = protobuf.Reader.create(bytes);
  eachField(message, bytes.length, (field) => {
    if (field === 2) answer.isConfirmation = true;
    if (field !== 1) return false;
    answer.recorded = readEvent(message);
    return true;
  });
  return answer;
}

/** `ReadEvent`. Links are never resolved, so the event is the only one. */
function readEvent(message: Reader): Recorded {
  const recorded: Recorded = { id: '', stream: '', revision: 0, commit: 0n, prepare: 0n, type: '', data: '', metadata: '' };
  eachInnerField(message, (field) => field === 1 && readRecorded(message, recorded));
  return recorded;
}

function readRecorded(message: Reader, recorded: Recorded): true {
  eachInnerField(message, (field) => {
    if (field === 1) recorded.id = textOf(message, 2);
    else if (field === 2) recorded.stream = textOf(message, 3);
    else if (field === 3) recorded.revision = Number(uint64(message));
    else if (field === 4) recorded.prepare = uint64(message);
    else if (field === 5) recorded.commit = uint64(message);
    else if (field === 6) readProperty(message, recorded);
    else if (field === 7) recorded.metadata = message.string();
    else if (field === 8) recorded.data = message.string();
    else return false;
    return true;
  });
  return true;
}

/** An entry of a map; the others are the content type and the time. */
function readProperty(message: Reader, recorded: Recorded): void {
  let name = '';
  eachInnerField(message, (field) => {
    if (field === 1) name = message.string();
    else if (field === 2 && name === 'type') recorded.type = message.string();
    else return false;
    return true;
  });
}

/** The text of one field of an inner message; empty if it is missing. */
function textOf(message: Reader, wanted: number): string {
  let text = '';
  eachInnerField(message, (field) => {
    if (field !== wanted) return false;
    text = message.string();
    return true;
  });
  return text;
}

function uint64(message: Reader): bigint {
  const { high, low } = message.uint64();
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** @param read reads the value of a field, or returns false, and the value is skipped */
function eachField(message: Reader, end: number, read: (field: number) => boolean): void {
  while (message.pos < end) {
    const tag = message.uint32();
    if (!read(tag >>> 3)) message.skipType(tag & 7);
  }
}

const eachInnerField = (message: Reader, read: (field: number) => boolean): void => {
  const length = message.uint32();
  eachField(message, message.pos + length, read);
};
