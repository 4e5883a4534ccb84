/** What a client sends of an event. */
export type Proposed = { id: string; type: string; contentType: string; data: Uint8Array; metadata: Uint8Array };
export type LogRecord = Proposed & { stream: string; revision: number; position: bigint };

export type Written = { ok: true; revision: number; position: bigint } | { ok: false; current: number };

/**
 * A log as the server keeps it: one order, positions with gaps (they are byte offsets), the server's own events in
 * between, and appends that are repeated answered like new ones.
 */
export class MemoryLog {
  readonly records: LogRecord[] = [];
  readonly #streams = new Map<string, LogRecord[]>();
  readonly #listeners = new Set<() => void>();
  #end = 0n;

  constructor() {
    this.#system();
  }

  stream(name: string): readonly LogRecord[] {
    return this.#streams.get(name) ?? [];
  }

  /** `expected`: a revision, or -1 for "no stream". */
  append(name: string, expected: number, events: readonly Proposed[]): Written {
    const there = this.stream(name);
    const current = there.length - 1;
    if (expected !== current) {
      const at = there.slice(expected + 1, expected + 1 + events.length);
      const last = at.at(-1);
      const repeated = last !== undefined && at.length === events.length && at.every(({ id }, index) => id === events[index]?.id);
      return repeated ? { ok: true, revision: last.revision, position: last.position } : { ok: false, current };
    }
    for (const event of events) this.#add(name, event);
    if (this.records.length % 7 === 0) this.#system();
    for (const listener of this.#listeners) listener();
    return { ok: true, revision: current + events.length, position: this.stream(name).at(-1)?.position ?? 0n };
  }

  /** Resolves at the next append, or when the signal fires. */
  news(signal: AbortSignal): Promise<void> {
    return new Promise((settle) => {
      const wake = (): void => {
        this.#listeners.delete(wake);
        signal.removeEventListener('abort', wake);
        settle();
      };
      if (signal.aborted) return settle();
      signal.addEventListener('abort', wake);
      this.#listeners.add(wake);
    });
  }

  /** Something of the server's own, as `$stats` and stream metadata are. */
  #system(): void {
    this.#add('$stats-server', {
      id: '00000000-0000-4000-8000-000000000000',
      type: '$statsCollected',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    });
  }

  #add(stream: string, event: Proposed): void {
    const records = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, records);
    const record = { ...event, stream, revision: records.length, position: this.#end };
    records.push(record);
    this.records.push(record);
    this.#end += BigInt(150 + event.data.length + event.metadata.length);
  }
}
