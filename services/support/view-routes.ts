import { ViewsAnswer, ViewsRequest } from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import { staffNames } from './staff-names.ts';
import type { ViewLog, ViewReader } from './views.ts';
import type { WorkFaces } from './work/sources.ts';

/** "Whose data did this account see between A and B" and "who saw this order", for administrators. */
export const viewRoutes =
  (
    read: ViewReader,
    views: ViewLog,
    { publicIdOf, codesOf }: Pick<WorkFaces['accounts'], 'publicIdOf' | 'codesOf'>,
    staff: { nameOf(staffId: string): Promise<string> },
  ): Routes =>
  (app) => {
    app.post(
      '/api/support/views/search',
      {
        schema: {
          body: ViewsRequest,
          response: { 200: ViewsAnswer },
          summary: 'Whose data an account saw, and who saw an order',
          tags: ['support'],
        },
        config: { access: 'support', right: 'administer', idempotency: 'off' },
      },
      async (request) => {
        const { staffId, orderNo } = request.body;
        const { views: seen, cursor } = await read(request.body);
        // The reasons name people. The record of this look is written after the reading, so that it is not in its own answer.
        await views(request, { action: 'VIEW_LOG', reason: staffId, ...(orderNo !== undefined && { orderNo }) });
        const codes = await codesOf([...new Set(seen.flatMap(({ memberId }) => memberId ?? []))]);
        const ids = seen.map(({ by }) => by);
        const nameOf = await staffNames(staff, ids);
        return {
          views: seen.map(({ memberId, at, by, ...view }) => ({
            ...view,
            by: nameOf(by),
            staffId: by,
            at: at.toISOString(),
            // A closed account has no code and no page.
            member: memberId === null ? null : { uid: publicIdOf(memberId), code: codes.get(memberId) ?? null },
          })),
          cursor,
        };
      },
    );
  };
