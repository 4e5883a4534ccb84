import { ViewsAnswer, ViewsRequest } from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import { memberByCode } from './members-by-code.ts';
import { staffNames } from './staff-names.ts';
import type { ViewLog, ViewReader } from './views.ts';
import type { WorkFaces } from './work/sources.ts';

type Members = Pick<WorkFaces['accounts'], 'publicIdOf' | 'codesOf'> & {
  memberOfCode(code: string): Promise<string | undefined>;
  ordersOf(memberId: string): Promise<string[]>;
};

/** "Whose data did this account see between A and B", "who saw this order" and "who saw this member", for administrators. */
export const viewRoutes =
  (
    read: ViewReader,
    views: ViewLog,
    { publicIdOf, codesOf, memberOfCode, ordersOf }: Members,
    staff: { nameOf(staffId: string): Promise<string> },
  ): Routes =>
  (app) => {
    app.post(
      '/api/support/views/search',
      {
        schema: {
          body: ViewsRequest,
          response: { 200: ViewsAnswer },
          summary: 'Whose data an account saw, and who saw an order or a member',
          tags: ['support'],
        },
        config: { access: 'support', right: 'administer', idempotency: 'off' },
      },
      async (request) => {
        const { staffId, orderNo, member: code } = request.body;
        const memberId = code === undefined ? undefined : await memberByCode(memberOfCode, code);
        const member = memberId === undefined ? undefined : { memberId, orderNos: await ordersOf(memberId) };
        const { views: seen, cursor } = await read({ ...request.body, member });
        // The reasons name people. The record of this look is written after the reading, so that it is not in its own answer.
        await views(request, { action: 'VIEW_LOG', reason: staffId, memberId, ...(orderNo !== undefined && { orderNo }) });
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
