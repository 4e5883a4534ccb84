import { addAbortListener } from 'node:events';

/** An event as a client sends it. */
export type Proposed = { id: string; type: string; contentType: string; data: Uint8Array; metadata: Uint8Array };
export type LogRecord = Proposed & { stream: string; revision: number; position: bigint };

export type Written = { ok: true; revision: number; position: bigint; repeated?: true } | { ok: false; current: number };

/**
 * A log as the server keeps it: one total order, positions with gaps (byte offsets), the server's own events in between,
 * and the same answer for repeated appends as for new ones.
 */
export class MemoryLog {
  /** ms until an append is answered and can be read; until then it counts only for the revision check */
  commitDelayMs = 0;
  /** readable events */
  readonly records: LogRecord[] = [];
  readonly #readable = new Map<string, LogRecord[]>();
  readonly #written = new Map<string, LogRecord[]>();
  readonly #listeners = new Set<() => void>();
  #end = 0n;

  constructor() {
    this.#commit(this.#system());
  }

  /** position of the next event */
  get end(): bigint {
    return this.#end;
  }

  stream(name: string): readonly LogRecord[] {
    return this.#readable.get(name) ?? [];
  }

  /** `expected`: a revision, or -1 for "no stream". */
  append(name: string, expected: number, events: readonly Proposed[]): Written {
    const there = this.#written.get(name) ?? [];
    const current = there.length - 1;
    if (expected !== current) {
      const at = there.slice(expected + 1, expected + 1 + events.length);
      const last = at.at(-1);
      const repeated = last !== undefined && at.length === events.length && at.every(({ id }, index) => id === events[index]?.id);
      return repeated ? { ok: true, revision: last.revision, position: last.position, repeated: true } : { ok: false, current };
    }
    const added = events.map((event) => this.#add(name, event));
    const { position } = added.at(-1) as LogRecord;
    if (this.records.length % 7 === 0) added.push(this.#system());
    const commit = (): void => {
      for (const record of added) this.#commit(record);
      for (const listener of this.#listeners) listener();
    };
    if (this.commitDelayMs > 0) setTimeout(commit, this.commitDelayMs);
    else commit();
    return { ok: true, revision: current + events.length, position };
  }

  /** Adds events of another program. */
  fill(count: number): void {
    const nothing = new Uint8Array();
    for (let index = 0; index < count; index++) {
      const event = { id: '', type: 'Other', contentType: 'application/octet-stream', data: nothing, metadata: nothing };
      this.#commit(this.#add(`other-${index % 1_000}`, event));
    }
  }

  /** Resolves at the next append, or when the signal fires. */
  async news(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    using _aborted = addAbortListener(signal, () => resolve());
    this.#listeners.add(resolve);
    await promise;
    this.#listeners.delete(resolve);
  }

  /** An event of the server itself. */
  #system(): LogRecord {
    return this.#add('$stats-server', {
      id: '00000000-0000-4000-8000-000000000000',
      type: '$statsCollected',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    });
  }

  #add(stream: string, event: Proposed): LogRecord {
    const records = listed(this.#written, stream);
    const record = { ...event, stream, revision: records.length, position: this.#end };
    records.push(record);
    this.#end += BigInt(150 + event.data.length + event.metadata.length);
    return record;
  }

  #commit(record: LogRecord): void {
    listed(this.#readable, record.stream).push(record);
    this.records.push(record);
  }
}

function listed(streams: Map<string, LogRecord[]>, name: string): LogRecord[] {
  const records = streams.get(name) ?? [];
  streams.set(name, records);
  return records;
}
