import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

export type Table<Row> = {
  get(id: string): Row | undefined;
  /** Marks the row for the next write to the file. Call it again after a change of the row in place. */
  put(id: string, row: Row): void;
  delete(id: string): void;
  all(): IterableIterator<Row>;
  entries(): IterableIterator<[string, Row]>;
  readonly size: number;
};

/**
 * The records of the simulated providers: tables in memory, and optionally one file of JSON lines
 * `[table, id, row | null]`. The last line for an id counts.
 */
export type RecordStore = Awaited<ReturnType<typeof openRecordStore>>;

type Change = readonly [table: string, id: string];

export async function openRecordStore(file?: string) {
  const tables = new Map<string, Map<string, unknown>>();
  const rowsOf = (name: string) => {
    let rows = tables.get(name);
    if (!rows) tables.set(name, (rows = new Map()));
    return rows;
  };
  if (file) await load(file, rowsOf);

  let dirty = new Map<string, Change>();
  let writing: Promise<void> = Promise.resolve();
  let nextBatch: Promise<void> | undefined;

  const lines = (changes: Iterable<Change>) => {
    let text = '';
    for (const [table, id] of changes) text += `${JSON.stringify([table, id, rowsOf(table).get(id) ?? null])}\n`;
    return text;
  };
  /**
   * Resolves when the file has all changes made so far; without a file, immediately. Each answer waits for it: after
   * a kill, the file must have each charge and parcel that was confirmed to the shop. One append writes all changes made
   * during the previous append, so the cost per row stays constant under load.
   */
  const committed = (): Promise<void> => {
    if (!file || dirty.size === 0) return nextBatch ?? writing;
    nextBatch ??= writing
      .catch(() => undefined) // the previous batch reports its own error
      .then(() => new Promise<void>((go) => setImmediate(go)))
      .then(() => {
        const batch = dirty;
        dirty = new Map();
        nextBatch = undefined;
        writing = appendFile(file, lines(batch.values()));
        return writing;
      });
    return nextBatch;
  };
  const changed = (table: string, id: string) => {
    if (!file) return;
    dirty.set(`${table}\n${id}`, [table, id]);
    committed().catch((cause: unknown) => process.emitWarning(`simulators: cannot write ${file}: ${String(cause)}`));
  };

  return {
    table: <Row>(name: string): Table<Row> => {
      const rows = rowsOf(name) as Map<string, Row>;
      return {
        get: (id) => rows.get(id),
        put: (id, row) => {
          rows.set(id, row);
          changed(name, id);
        },
        delete: (id) => {
          if (rows.delete(id)) changed(name, id);
        },
        all: () => rows.values(),
        entries: () => rows.entries(),
        get size() {
          return rows.size;
        },
      };
    },
    committed,
    clear: async (): Promise<void> => {
      await committed();
      for (const rows of tables.values()) rows.clear();
      dirty.clear();
      if (file) await writeFile(file, '');
    },
    close: committed,
  };
}

/**
 * Reads the file without a last line that a kill cut short. Rewrites a file that has such a line, or is mostly outdated. One line at a
 * time: the lines of some thousand orders are more than the heap.
 */
async function load(file: string, rowsOf: (table: string) => Map<string, unknown>): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return;
  const names = new Set<string>();
  let read = 0;
  const take = (line: string): void => {
    if (!line) return;
    read++;
    const change = parseLine(line);
    if (!change) return;
    const [table, id, row] = change;
    names.add(table);
    if (row === null) rowsOf(table).delete(id);
    else rowsOf(table).set(id, row);
  };
  let rest = '';
  // Not by readline, for which the characters U+2028 and U+2029 of a text end a line too.
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  const tables = [...names].map((name) => [name, rowsOf(name)] as const);
  const live = tables.reduce((sum, [, rows]) => sum + rows.size, 0);
  if (rest === '' && read <= 2 * live) return;
  const fresh = createWriteStream(`${file}.new`);
  await pipeline(function* () {
    for (const [name, rows] of tables) for (const [id, row] of rows) yield `${JSON.stringify([name, id, row])}\n`;
  }, fresh);
  await rename(`${file}.new`, file);
}

function parseLine(line: string): [string, string, unknown] | undefined {
  try {
    return JSON.parse(line) as [string, string, unknown];
  } catch {
    return undefined;
  }
}
