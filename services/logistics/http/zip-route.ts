import { ZipAnswer, ZipRequest } from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import type { ZipLookup } from '../postal/zip-lookup.ts';

/** Postal code of an address (spec/3-purchase-flow §5, §7). */
export const zipRoute =
  (lookup: Pick<ZipLookup, 'zipOf'>): Routes =>
  (app) => {
    app.post(
      '/api/zip',
      {
        schema: { body: ZipRequest, response: { 200: ZipAnswer }, summary: 'Postal code of an address', tags: ['delivery'] },
        config: { access: 'public', idempotency: 'off', limit: 'expensive' },
      },
      async (request) => ({ zipcode: await lookup.zipOf(request.body.adrs) }),
    );
  };
