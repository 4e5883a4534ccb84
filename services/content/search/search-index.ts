import type { ProductCard, ProductDetail } from '@nordhaut/contracts';
import type { Logger } from '@nordhaut/platform/telemetry';
import { sleep } from '@nordhaut/platform/timing';
import type pg from 'pg';
import type { ContentStore } from '../content.ts';
import { searchTexts, writeSearchTexts } from './search-texts.ts';

export type SearchSources = {
  pool: pg.Pool;
  store: Pick<ContentStore, 'now' | 'version'>;
  catalogue: { version(): string | undefined; list(): ProductCard[]; bySlug(slug: string): ProductDetail | undefined };
  logger: Logger;
};

/** ms. A release that normalises in another way writes all texts: some 4 s for a thousand. */
const PATIENCE = 1_000;

const isEmpty = async (pool: pg.Pool): Promise<boolean> => (await pool.query('select from search_texts limit 1')).rowCount === 0;

/**
 * Keeps the table of the search equal to content and catalogue: the returned function compares their versions with those that
 * this process wrote last, which costs nothing, and writes what changed. Requests at the same time share one writing. A search
 * goes on with the old texts where they cannot be written, or not within `PATIENCE`. Where there are none it waits for them.
 */
export function searchIndex({ pool, store, catalogue, logger }: SearchSources): () => Promise<void> {
  let written = '';
  let running: Promise<void> | undefined;

  async function write(versions: string): Promise<void> {
    const content = store.now();
    if (!content) return;
    const products = catalogue.list().flatMap(({ slug }) => catalogue.bySlug(slug) ?? []);
    await writeSearchTexts(pool, searchTexts(content, products));
    written = versions;
  }

  return async () => {
    const versions = `${store.version()}/${catalogue.version()}`;
    if (versions === written) return;
    running ??= write(versions)
      .catch((err: unknown) => logger.warn({ err }, 'the search texts could not be written'))
      .finally(() => {
        running = undefined;
      });
    const writing = running;
    await Promise.race([writing, sleep(PATIENCE, undefined, { ref: false })]);
    if (await isEmpty(pool)) await writing;
  };
}
