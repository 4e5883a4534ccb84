import { ViewsAnswer, ViewsRequest } from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import type { ViewLog, ViewReader } from './views.ts';

/** "Whose data did this account see between A and B", for administrators. */
export const viewRoutes =
  (read: ViewReader, views: ViewLog, publicIdOf: (memberId: string) => string): Routes =>
  (app) => {
    app.post(
      '/api/support/views/search',
      {
        schema: { body: ViewsRequest, response: { 200: ViewsAnswer }, summary: 'Whose data an account saw', tags: ['support'] },
        config: { access: 'support', right: 'administer', idempotency: 'off' },
      },
      async ({ body, staff, id: requestId }) => {
        const { views: seen, cursor } = await read(body);
        // The reasons name people. The record of this look is written after the reading, so that it is not in its own answer.
        await views({ staffId: staff?.staffId ?? '', action: 'VIEW_LOG', reason: body.staffId, requestId });
        return {
          views: seen.map(({ memberId, at, ...view }) => ({
            ...view,
            at: at.toISOString(),
            member: memberId === null ? null : publicIdOf(memberId),
          })),
          cursor,
        };
      },
    );
  };
