const TEXT = 25;
const INT4 = 23;
const UUID = 2950;

// Arrays go to the server in its binary form: as text, every quotation mark of the JSON would be escaped here and
// parsed away there, which costs more than the insert itself.

function header(type: number, count: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(20 + bytes);
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(0, 4); // no nulls
  buffer.writeInt32BE(type, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16); // first index
  return buffer;
}

export function textArray(values: readonly string[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += 4 + Buffer.byteLength(value);
  const buffer = header(TEXT, values.length, bytes);
  let at = 20;
  for (const value of values) {
    const written = buffer.write(value, at + 4);
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  return buffer;
}

export function intArray(values: readonly number[]): Buffer {
  const buffer = header(INT4, values.length, values.length * 8);
  let at = 20;
  for (const value of values) {
    buffer.writeInt32BE(4, at);
    buffer.writeInt32BE(value, at + 4);
    at += 8;
  }
  return buffer;
}

/** @param values well-formed UUIDs; the server would take a wrong one for sixteen other bytes */
export function uuidArray(values: readonly string[]): Buffer {
  const buffer = header(UUID, values.length, values.length * 20);
  let at = 20;
  for (const value of values) {
    buffer.writeInt32BE(16, at);
    buffer.write(value.replaceAll('-', ''), at + 4, 'hex');
    at += 20;
  }
  return buffer;
}
