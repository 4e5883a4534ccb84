import { ViewsAnswer, ViewsRequest } from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import type { ViewReader } from './views.ts';

/** "Whose data did this account see between A and B", for administrators. */
export const viewRoutes =
  (read: ViewReader, publicIdOf: (memberId: string) => string): Routes =>
  (app) => {
    app.post(
      '/api/support/views/search',
      {
        schema: { body: ViewsRequest, response: { 200: ViewsAnswer }, summary: 'Whose data an account saw', tags: ['support'] },
        config: { access: 'support', right: 'administer', idempotency: 'off' },
      },
      async ({ body }) => {
        const { views, cursor } = await read(body);
        return {
          views: views.map(({ memberId, at, ...view }) => ({
            ...view,
            at: at.toISOString(),
            member: memberId === null ? null : publicIdOf(memberId),
          })),
          cursor,
        };
      },
    );
  };
