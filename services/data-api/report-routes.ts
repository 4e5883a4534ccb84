import { AddressAnswer, apiOfError, ErrorReport, ErrorReported } from '@nordhaut/contracts';
import { recordError } from '@nordhaut/platform/data-tables';
import type { Routes } from '@nordhaut/platform/http';
import type pg from 'pg';

/** What the browser reports, and the look-up of its address (spec/3-purchase-flow §7, §8). */
export const reportRoutes =
  (pool: Pick<pg.Pool, 'query'>): Routes =>
  (app) => {
    app.post(
      '/api/error-log',
      {
        config: { access: 'public', limit: 'report', idempotency: 'off' },
        schema: { body: ErrorReport, response: { 200: ErrorReported }, summary: 'Report an answer that did not come', tags: ['data'] },
      },
      async (request) => {
        const { code } = request.body;
        await recordError(pool, { api: apiOfError(code), system: code, request: { by: 'browser' }, at: request.context().now });
        return { state: 200 };
      },
    );

    app.get(
      '/api/ip',
      {
        config: { access: 'public' },
        schema: { response: { 200: AddressAnswer }, summary: "The caller's network address", tags: ['data'] },
      },
      (request, reply) => {
        void reply.header('cache-control', 'no-store');
        return { ip: request.ip };
      },
    );
  };
