import type pg from 'pg';
import type { DecodedEvent } from '../envelope/index.ts';
import type { EventFilter, EventStore } from '../event-store/port.ts';

/** The transaction a batch is folded in. */
export type Tx = Pick<pg.ClientBase, 'query'>;

/**
 * A read model: a table that is a fold over events and nothing else. Queries read the view `name`; the rows stand in
 * a table that carries the version, so that a new version or a rebuild fills another one beside it and then takes its
 * place at once. Most projections are made by `rowProjection`.
 */
export type Projection = {
  /** of the view, e.g. `orders`; lower case, digits and underscores */
  name: string;
  /** Raise it when the fold changes its meaning; a changed table is noticed without. */
  version: number;
  filter: EventFilter;
  /** Whether the fold needs personal data opened. */
  personal: boolean;
  /** columns that name a row; a rebuild is compared along them */
  key: readonly string[];
  /** DDL of the table and its indexes; let Postgres name the indexes, since two of the tables may stand side by side. */
  createTable: (table: string) => string;
  /**
   * Folds a batch, in the total order, into the rows: a few statements for all of it, never one per event. Must give
   * the same rows for the same events however they are cut into batches: no clock, no random, no other table.
   */
  fold: (tx: Tx, table: string, events: DecodedEvent[]) => Promise<void>;
  /**
   * Events with different answers never touch the same row; those without one touch none. Where it is given, a
   * rebuild folds several partitions at once, which Postgres works off on several cores.
   */
  partition?: (event: DecodedEvent) => string | undefined;
  /**
   * Set by the projector: the kind of the store that is folded. A checkpoint is a position of that store, so a table
   * that was folded from another one is not this projection's and is built anew.
   */
  origin?: string | undefined;
};

/** The projections as folds of this very store. */
export const foldsOf = (store: Pick<EventStore, 'kind'>, projections: readonly Projection[]): Projection[] =>
  projections.map((projection) => ({ ...projection, origin: store.kind }));
