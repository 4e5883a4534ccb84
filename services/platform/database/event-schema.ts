/** The schema that only the owner changes. Everything else of the shop is in `public`, which the shop user owns. */
export const EVENT_SCHEMA = 'event_store';
