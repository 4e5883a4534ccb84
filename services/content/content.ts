import { follow } from '@nordhaut/platform/database';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import { loadContent, readContentVersion } from './load.ts';
import type { Content } from './snapshot.ts';
import { CONTENT_CHANNEL } from './tables.ts';
import { turnOf } from './views.ts';

/** What there is to read, from memory; it follows every change of the database. */
export type ContentStore = ReturnType<typeof createContent>;

export function createContent({ pool, logger }: { pool: pg.Pool; logger: Logger }) {
  const followed = follow<Content>({
    pool,
    logger,
    channel: CONTENT_CHANNEL,
    what: 'the content',
    readVersion: () => readContentVersion(pool),
    load: () => loadContent(pool, (problem) => logger.error(problem, 'an item of the content cannot be read and is left out')),
  });
  return {
    ...followed,
    /** ms until what pages say changes by itself; undefined before the first load */
    turnsIn: (now: Date): number | undefined => {
      const content = followed.now();
      return content && turnOf(content, now);
    },
  };
}
