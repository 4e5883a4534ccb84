import { appendFile, rename, writeFile } from 'node:fs/promises';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Table<Row> = {
  get(id: string): Row | undefined;
  /** Stores the row as it is at the next write; a row changed in place has to be put again. */
  put(id: string, row: Row): void;
  delete(id: string): void;
  all(): IterableIterator<Row>;
  entries(): IterableIterator<[string, Row]>;
  readonly size: number;
};

/**
 * What the outside world remembers: tables in memory, and behind them one file of JSON lines
 * `[table, id, row | null]` where the last line for an id wins.
 */
export type RecordStore = {
  table<Row>(name: string): Table<Row>;
  /**
   * Resolves when everything put so far is in the file (at once without a file). A charge or parcel must be
   * on disk before its answer leaves, or a killed process would forget what the shop was told.
   */
  committed(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
};

type Change = readonly [table: string, id: string];

export async function openRecordStore(file?: string): Promise<RecordStore> {
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
  // One append for everything that came in while the previous one ran: the cost per row stays flat under load.
  const committed = (): Promise<void> => {
    if (!file || dirty.size === 0) return nextBatch ?? writing;
    nextBatch ??= writing
      .catch(() => undefined) // told once by its own batch; the next one must not fail for it
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
    clear: async () => {
      await committed();
      for (const rows of tables.values()) rows.clear();
      dirty.clear();
      if (file) await writeFile(file, '');
    },
    close: committed,
  };
}

/** Reads the file, forgives a last line cut short by a kill, and rewrites it when much of it is outdated. */
async function load(file: string, rowsOf: (table: string) => Map<string, unknown>): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const live = new Map<string, string>();
  let read = 0;
  for (const line of text.split('\n')) {
    if (!line) continue;
    read++;
    const change = parseLine(line);
    if (!change) continue;
    const [table, id, row] = change;
    if (row === null) {
      rowsOf(table).delete(id);
      live.delete(`${table}\n${id}`);
    } else {
      rowsOf(table).set(id, row);
      live.set(`${table}\n${id}`, line);
    }
  }
  const torn = text !== '' && !text.endsWith('\n');
  if (!torn && read <= 2 * live.size) return;
  await writeFile(`${file}.new`, [...live.values(), ''].join('\n'));
  await rename(`${file}.new`, file);
}

function parseLine(line: string): [string, string, unknown] | undefined {
  try {
    return JSON.parse(line) as [string, string, unknown];
  } catch {
    return undefined;
  }
}
