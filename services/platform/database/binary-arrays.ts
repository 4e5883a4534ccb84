const INT4 = 23;
const TEXT = 25;
const BYTEA = 17;
const UUID = 2950;

/**
 * Arrays in the server's binary format, as parameters. As text, each quotation mark of the JSON would be escaped here
 * and parsed again there. Measured for an append of two events, 16 appends in a flush: 17 µs of this process's time
 * instead of 28 µs, and 33 µs of the server's instead of 43 µs. A checkout has seven appends: with 32 clients, that is
 * about 5 % of the shop's 1.6 ms, and as much of the server's time.
 */
function array<T>(type: number, values: readonly T[], most: number, write: (buffer: Buffer, at: number, value: T) => number): Buffer {
  const buffer = Buffer.allocUnsafe(20 + values.length * 4 + most);
  let hasNulls = 0;
  let at = 20;
  for (const value of values) {
    if (value === null) {
      hasNulls = 1;
      buffer.writeInt32BE(-1, at);
      at += 4;
      continue;
    }
    const written = write(buffer, at + 4, value);
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  buffer.writeInt32BE(1, 0); // dimensions
  buffer.writeInt32BE(hasNulls, 4);
  buffer.writeInt32BE(type, 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16); // first index
  return buffer.subarray(0, at);
}

export function textArray(values: readonly (string | null)[]): Buffer {
  let most = 0;
  for (const value of values) most += value === null ? 0 : value.length * 3;
  return array(TEXT, values, most, (buffer, at, value) => buffer.write(value as string, at));
}

export const int4Array = (values: readonly number[]): Buffer =>
  array(INT4, values, values.length * 4, (buffer, at, value) => buffer.writeInt32BE(value, at) - at);

/** @param values well-formed UUIDs; the server would take a wrong one for sixteen other bytes */
export const uuidArray = (values: readonly (string | null)[]): Buffer =>
  array(UUID, values, values.length * 16, (buffer, at, value) => buffer.write((value as string).replaceAll('-', ''), at, 'hex'));

export function byteaArray(values: readonly Buffer[]): Buffer {
  let most = 0;
  for (const { length } of values) most += length;
  return array(BYTEA, values, most, (buffer, at, value) => value.copy(buffer, at));
}
