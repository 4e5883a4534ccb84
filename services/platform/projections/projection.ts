import type pg from 'pg';
import type { Logger } from 'pino';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import type { EventFilter, EventStore } from '../event-store/port.ts';

/** The transaction in which a batch is folded. */
export type Tx = Pick<pg.ClientBase, 'query'>;

/**
 * A read model: a table that is a fold of events and nothing else. Queries read the view `name`. The table has the version
 * in its name, so a new version or a rebuild fills another table beside it and then replaces it at once. `rowProjection`
 * makes most projections.
 */
export type Projection = {
  /** of the view, e.g. `orders`; lower case, digits and underscores */
  name: string;
  /** Raise it when the fold changes; a changed table is detected without it. */
  version: number;
  /** All events of an entity have one id in these categories: an order's own and those of its checkout (`Blocked`). */
  filter: EventFilter & { categories: readonly string[] };
  /**
   * Whether the fold gets decrypted personal data, to derive a keyed hash from it for a search. A row holds no personal data
   * in clear: it copies `event.sealed`, and queries decrypt the copy (`Codec.openSealed`).
   */
  personal: boolean;
  /**
   * For rows that are searched by personal values: the same projection with the keyed hash of a value. The engine calls it;
   * without it the fold throws. The key follows from SESSION_SECRET, so after a new secret the table has to be rebuilt.
   */
  withKey?: (hashOf: HashOf) => Projection;
  /** the column that identifies a row; a rebuild is compared by it */
  key: string;
  /** DDL of the table and its indexes. Let Postgres name the indexes, because two such tables may exist side by side. */
  createTable: (table: string) => string;
  /**
   * Folds a batch, in the total order, into the rows: a few statements for the whole batch, never one per event. The rows
   * must not depend on how the events are divided into batches: no clock, no random numbers, no other table.
   */
  fold: (tx: Tx, table: string, events: DecodedEvent[]) => Promise<void>;
  /**
   * Events with different results never touch the same row; events without a result touch none. So a rebuild folds several
   * partitions at once, on several cores of Postgres, and a blocked entity is folded late.
   */
  partition: (event: DecodedEvent) => string | undefined;
  /** No page shows a new row at once, so the batches are larger and fewer (see `rest` in follower.ts). */
  relaxed?: true;
  /**
   * Set by the projector: the kind of the store. A checkpoint is a position in that store, so a table that was folded from
   * another store is rebuilt.
   */
  origin?: string | undefined;
};

/** Hex HMAC of a searched value, the same in every process. */
export type HashOf = (value: string) => string;

export type ProjectionLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

/** A projection, and what is needed to fold it. */
export type FollowedProjection = { pool: pg.Pool; store: EventStore; codec: Codec; projection: Projection; logger: ProjectionLogger };

/** The projections with this store's kind as their origin. */
export const withOrigin = (store: Pick<EventStore, 'kind'>, projections: readonly Projection[]): Projection[] =>
  projections.map((projection) => ({ ...projection, origin: store.kind }));
