import { lockKey } from '../../database/index.ts';

/** Every writer takes this lock first, so that positions have the order of the commits. */
export const APPEND_LOCK = lockKey('event-store append');
export const CHANNEL = 'event_store';

/** `schema.ts` has the functions. */
export const append = {
  name: 'append',
  text: 'select * from event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};
export const appendOne = {
  name: 'append-one',
  text: 'select * from event_store.append_one($1, $2, $3, $4, $5, $6, $7)',
};

const COLUMNS = 'position, id, revision, stream, type, data, metadata';

/** The newest position, and the id of the event at position $1. */
export const headAndId = {
  name: 'head-and-id',
  text: `select coalesce(max(position), -1) as position, (select id from event_store.events where position = $1) as id
    from event_store.events`,
};

export const head = { name: 'head', text: 'select coalesce(max(position), -1) as position from event_store.events' };

export const readForwards = {
  name: 'read-forwards',
  text: `select ${COLUMNS} from event_store.events where stream = $1 and revision >= $2 order by revision limit $3`,
};
/** The same for several streams. `ord` is the number of the stream, counted from 1. */
export const readManyForwards = {
  name: 'read-many-forwards',
  text: `
    select found.*, wanted.ord
    from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as wanted (stream, after, most, ord), lateral (
      select ${COLUMNS} from event_store.events e
      where e.stream = wanted.stream and e.revision >= wanted.after
      order by e.revision limit wanted.most
    ) found
    order by wanted.ord, found.revision`,
};
export const readBackwards = {
  name: 'read-backwards',
  text: `select ${COLUMNS} from event_store.events where stream = $1 and revision <= $2 order by revision desc limit $3`,
};

export const readAll = {
  name: 'read-all',
  text: `select ${COLUMNS} from event_store.events where position > $1 order by position limit $2`,
};

/**
 * A filtered page: first its positions, then their rows. The newest position comes from the same snapshot: a page that is
 * not full has been read up to it.
 */
const filtered = (positions: string): string => `
    with page as (${positions})
    select ${COLUMNS}, (select max(position) from event_store.events) as head
    from event_store.events where position in (select position from page)
    union all
    select null, null, null, null, null, null, null, max(position) from event_store.events where not exists (select from page)
    order by 1`;

/**
 * $1 after, $2 limit, $3 categories, $4 types or null. The index gives the next positions of each category in order, and
 * their merge is cut to the page. `= any(...)` with one index scan would sort all events of the categories.
 *
 * The condition compares (category, position) as a row, because with `category = …` PostgreSQL may read the positions of
 * all categories until it has a page: for a rare category that is the whole log, for each page. `position > $1` says how
 * few events a follower at the end of the log has left.
 */
export const readCategories = {
  name: 'read-categories',
  text: filtered(`
      select found.position
      from unnest($3::text[]) as wanted (name), lateral (
        select e.position from event_store.events e
        where (e.category, e.position) > (wanted.name, $1) and e.category <= wanted.name and e.position > $1
          and ($4::text[] is null or e.type = any ($4))
        order by e.category, e.position limit $2
      ) found
      order by found.position limit $2`),
};
/** The same for one category, which needs no merge: $1 after, $2 limit, $3 category, $4 types or null. */
export const readCategory = {
  name: 'read-category',
  text: `
    with page as (
      select ${COLUMNS} from event_store.events
      where (category, position) > ($3, $1) and category <= $3 and position > $1 and ($4::text[] is null or type = any ($4))
      order by category, position limit $2
    )
    select page.*, (select max(position) from event_store.events) as head from page
    union all
    select null, null, null, null, null, null, null, max(position) from event_store.events where not exists (select from page)
    order by 1`,
};
/** $1 after, $2 limit, $3 types. Scans all positions: an index by type would cost every append, and this query is rare. */
export const readTypes = {
  name: 'read-types',
  text: filtered(`
      select e.position from event_store.events e
      where e.position > $1 and e.type = any ($3)
      order by e.position limit $2`),
};
