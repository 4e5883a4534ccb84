const INT4 = 23;
const TEXT = 25;
const UUID = 2950;

const BIND = 66;
const EXECUTE = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([83, 0, 0, 0, 4]);

const FIRST_SIZE = 64 * 1024;
/** Memory for a rare big message is given back. */
const KEPT_SIZE = 1024 * 1024;

/**
 * Parameters of a prepared statement, as the one message that binds them, executes the statement and ends it. All of
 * them go in the server's binary form, arrays too: as text, every quotation mark of the JSON would be escaped here and
 * parsed away there, which costs more than the insert itself.
 *
 * The memory is used again by the next message, so a connection that waits for its answer needs one of these and no
 * more. Every value is written once, at its place, and its length put in front of it afterwards.
 */
export class BindMessage {
  #buffer: Buffer;
  #at = 0;
  #open = 0;

  /** @param size bytes to begin with */
  constructor(size = FIRST_SIZE) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  begin(statement: string, parameters: number): this {
    if (this.#buffer.length > KEPT_SIZE) this.#buffer = Buffer.allocUnsafe(FIRST_SIZE);
    this.#at = 5;
    this.#room(statement.length * 3 + 16);
    this.#buffer[this.#at++] = 0; // the unnamed portal
    this.#at += this.#buffer.write(statement, this.#at);
    this.#buffer[this.#at++] = 0;
    this.#int16(1); // one format for all parameters,
    this.#int16(1); // the binary one
    this.#int16(parameters);
    return this;
  }

  text(value: string): this {
    this.#room(4 + value.length * 3);
    this.#string(value);
    return this;
  }

  int4(value: number): this {
    this.#room(8);
    this.#int32(4);
    this.#int32(value);
    return this;
  }

  int8(value: bigint): this {
    this.#room(12);
    this.#int32(8);
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
    return this;
  }

  null(): this {
    this.#room(4);
    this.#int32(-1);
    return this;
  }

  textArray(values: readonly string[]): this {
    this.#beginArray(TEXT, values.length);
    for (const value of values) {
      this.#room(4 + value.length * 3);
      this.#string(value);
    }
    return this.#endArray();
  }

  int4Array(values: readonly number[]): this {
    this.#beginArray(INT4, values.length);
    this.#room(values.length * 8);
    for (const value of values) {
      this.#int32(4);
      this.#int32(value);
    }
    return this.#endArray();
  }

  /** @param values well-formed UUIDs; the server would take a wrong one for sixteen other bytes */
  uuidArray(values: readonly string[]): this {
    this.#beginArray(UUID, values.length);
    this.#room(values.length * 20);
    for (const value of values) {
      this.#int32(16);
      this.#at += this.#buffer.write(value.replaceAll('-', ''), this.#at, 'hex');
    }
    return this.#endArray();
  }

  /** @returns the message; good until the next `begin` */
  end(): Buffer {
    this.#room(2 + EXECUTE.length + SYNC.length);
    this.#int16(0); // all results as text
    this.#buffer[0] = BIND;
    this.#buffer.writeInt32BE(this.#at - 1, 1);
    EXECUTE.copy(this.#buffer, this.#at);
    SYNC.copy(this.#buffer, this.#at + EXECUTE.length);
    return this.#buffer.subarray(0, this.#at + EXECUTE.length + SYNC.length);
  }

  #beginArray(type: number, count: number): void {
    this.#room(24);
    this.#open = this.#at;
    this.#at += 4;
    this.#int32(1); // dimensions
    this.#int32(0); // no nulls
    this.#int32(type);
    this.#int32(count);
    this.#int32(1); // first index
  }

  #endArray(): this {
    this.#buffer.writeInt32BE(this.#at - this.#open - 4, this.#open);
    return this;
  }

  #string(value: string): void {
    const length = this.#buffer.write(value, this.#at + 4);
    this.#int32(length);
    this.#at += length;
  }

  #int32(value: number): void {
    this.#buffer.writeInt32BE(value, this.#at);
    this.#at += 4;
  }

  #int16(value: number): void {
    this.#buffer.writeInt16BE(value, this.#at);
    this.#at += 2;
  }

  #room(bytes: number): void {
    const wanted = this.#at + bytes;
    if (wanted <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(wanted, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}
