import type { Migration } from '@nordhaut/platform/database';

/**
 * `consents`: a browser that agreed to something. The id is in its signed cookie. A browser that refuses or withdraws has no
 * row, so a missing row means that nothing may be sent. Nothing in it names a person.
 */
export const trackingMigrations: readonly Migration[] = [
  {
    name: 'tracking/001-consent',
    expand: true,
    sql: `
      create table consents (
        id uuid primary key,
        version integer not null,
        analysis boolean not null,
        advertising boolean not null,
        crm boolean not null,
        changed_at timestamptz not null
      );
      create index on consents (changed_at)`,
  },
];
