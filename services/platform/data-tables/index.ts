import { type RawBuilder, sql } from 'kysely';

export { type RawBuilder, sql };

/** Who asks. A member of the staff is `staff`, also where the same browser is signed in as a member. */
export const READERS = ['visitor', 'member', 'staff'] as const;
export type Reader = (typeof READERS)[number];
export type Caller = {
  kind: Reader;
  /** empty for everybody but a member */
  memberId: string;
  /** empty for everybody but the staff */
  staffId: string;
  rights: readonly string[];
  now: Date;
};

/** `time`: an instant, ISO 8601, of Taipei where it has no zone; `day`: `YYYY-MM-DD` in Taipei; `json`: JSON as text, which no condition can name. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'time' | 'day' | 'json';
export type Column = {
  type: ColumnType;
  /** of the table's row `t`; default: the column of the same name */
  sql?: RawBuilder<unknown>;
  /** default: everybody who may read the table */
  read?: readonly Reader[];
  /** `equality`: conditions may only ask whether it equals a value; no order uses it */
  ask?: 'equality';
  /** only with this join */
  join?: string;
};

export const VERBS = ['set', 'update', 'delete'] as const;
export type Verb = (typeof VERBS)[number];
export type Row = Readonly<Record<string, unknown>>;

export type Writing = {
  /** the right of the staff who may write */
  right: string;
  /** the database's name of the table; never one that a projection writes */
  table: string;
  verbs: readonly Verb[];
  columns: readonly string[];
  /** columns of `columns` that need this right as well */
  needs?: Readonly<Record<string, string>>;
  /** integer columns of `columns` that may be increased without a row version */
  increments?: readonly string[];
  /**
   * Checks and cleans a whole row, with JSON as text. `before`: the row that the write changes. A rule that is younger than the rows may
   * look at what changes alone.
   * @returns the values to store; where the row breaks a rule of its capability, the name of the column that does, or
   * undefined where several do together
   */
  check: (row: Row, before?: Row) => Row | string | undefined;
  /** columns of `columns` that `check` sets at each write, whatever the write names */
  stamps?: readonly string[];
  /** columns that the database computes from a new row, beside the values of `check` */
  adds?: (row: Row) => Readonly<Record<string, RawBuilder<unknown>>>;
  /** an integer column that counts the writes */
  counts?: string;
};

/**
 * A table of the data API, with the specification's names. A capability exports its tables, and the registry of the data API
 * lists them. What a table does not name is closed. Only SQL from here and bound values reach the database.
 */
export type DataTable = {
  name: string;
  /** one sentence for the documentation */
  about: string;
  /** what follows FROM; its row is `t` */
  from: RawBuilder<unknown> | ((caller: Caller) => Promise<RawBuilder<unknown>>);
  key: string;
  columns: Readonly<Record<string, Column>>;
  /** which rows each reader gets. A reader that is missing cannot read the table. */
  rows: { readonly [reader in Reader]?: (caller: Caller) => RawBuilder<unknown> };
  /** a column that these readers have to ask for by equality */
  must?: { readonly [reader in Reader]?: string };
  write?: Writing;
  /** for the documentation of a table whose set call is a command: who sends it, and its fields */
  command?: string;
};

export { endErrors, errorLogMigrations, forgetErrorsOf, recordError } from './error-log.ts';

export { recordingLog } from './recording-log.ts';

/** The first column whose rule does not hold. */
export const firstFault = (rules: Readonly<Record<string, boolean>>): string | undefined =>
  Object.keys(rules).find((name) => rules[name] === false);

export const everyRow = (): RawBuilder<unknown> => sql`true`;
export const columns = <Name extends string>(type: ColumnType, names: readonly Name[], more: Omit<Column, 'type'> = {}) =>
  Object.fromEntries(names.map((name) => [name, { type, ...more }])) as Record<Name, Column>;
/** Columns that hold JSON, as text. */
export const jsonColumns = <Name extends string>(names: readonly Name[], more: Omit<Column, 'type' | 'sql'> = {}) =>
  Object.fromEntries(names.map((name) => [name, { type: 'json', sql: sql`${sql.ref(`t.${name}`)}::text`, ...more }])) as Record<
    Name,
    Column
  >;
/**
 * The member whose row it is. For the staff it would lead from one row to all that this person has, in every table with this column,
 * without a record of the look (infra/decisions/105).
 */
export const owner: Record<'user_id', Column> = { user_id: { type: 'text', read: ['member'] } };
/** Changes with every write of the row. A write of staff names the version that it is based on (decisions.md 78). */
export const rowVersion: Record<'row_version', Column> = {
  row_version: { type: 'text', sql: sql`t.xmin::text`, read: ['staff'], ask: 'equality' },
};
