import { ZipAnswer, ZipQuery } from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import type { ZipLookup } from '../postal/zip-lookup.ts';

/** Postal code of an address (spec/3-purchase-flow §5, §7). */
export const zipRoute =
  (lookup: Pick<ZipLookup, 'zipOf'>): Routes =>
  (app) => {
    app.get(
      '/api/zip',
      {
        schema: { querystring: ZipQuery, response: { 200: ZipAnswer }, summary: 'Postal code of an address', tags: ['delivery'] },
        config: { access: 'public', rateLimit: { max: 120, timeWindow: 60_000 } },
      },
      async (request) => ({ zipcode: await lookup.zipOf(request.query.adrs) }),
    );
  };
