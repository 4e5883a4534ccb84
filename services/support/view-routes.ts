import { ViewsAnswer, ViewsRequest } from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import type { ViewLog, ViewReader } from './views.ts';
import type { WorkFaces } from './work/sources.ts';

/** "Whose data did this account see between A and B", for administrators. */
export const viewRoutes =
  (read: ViewReader, views: ViewLog, { publicIdOf, codesOf }: Pick<WorkFaces['accounts'], 'publicIdOf' | 'codesOf'>): Routes =>
  (app) => {
    app.post(
      '/api/support/views/search',
      {
        schema: { body: ViewsRequest, response: { 200: ViewsAnswer }, summary: 'Whose data an account saw', tags: ['support'] },
        config: { access: 'support', right: 'administer', idempotency: 'off' },
      },
      async (request) => {
        const { staffId } = request.body;
        const { views: seen, cursor } = await read(request.body);
        // The reasons name people. The record of this look is written after the reading, so that it is not in its own answer.
        await views(request, { action: 'VIEW_LOG', reason: staffId });
        const codes = await codesOf([...new Set(seen.flatMap(({ memberId }) => memberId ?? []))]);
        return {
          views: seen.map(({ memberId, at, ...view }) => ({
            ...view,
            at: at.toISOString(),
            // A closed account has no code and no page.
            member: memberId === null ? null : { uid: publicIdOf(memberId), code: codes.get(memberId) ?? null },
          })),
          cursor,
        };
      },
    );
  };
