import { Done, WorkListParams, WorkLists, WorkRequest, WorkRowParams, WorkRows } from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { WorkDesk } from './desk.ts';
import type { WorkList } from './work-list.ts';

export type WorkHttp = { desk: WorkDesk; staff: { nameOf(staffId: string): Promise<string> } };

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;

/** The work lists of support, and who works on what. */
export function workRoutes({ desk, staff }: WorkHttp): Routes {
  const listOf = (key: string): WorkList => desk.find(key) ?? refuse(404, 'WORK_LIST_UNKNOWN', messages.listUnknown);

  return (app) => {
    app.get('/api/support/work', { schema: { response: { 200: WorkLists }, summary: 'The work lists', tags }, config: view }, async () => ({
      lists: await desk.counts(),
    }));
    app.get(
      '/api/support/work/:list',
      { schema: { params: WorkListParams, response: { 200: WorkRows }, summary: 'The rows of a work list', tags }, config: view },
      async (request) => {
        const list = listOf(request.params.list);
        const rows = await desk.rows(list);
        const ids = [...new Set(rows.flatMap(({ staffId }) => staffId ?? []))];
        const names = new Map(await Promise.all(ids.map(async (id) => [id, await staff.nameOf(id)] as const)));
        return {
          title: list.title,
          byHand: list.byHand,
          rows: rows.map(({ item, title, page, what, since, dueAt, staffId, mailsOf = null }) => ({
            item,
            title,
            page,
            what,
            mailsOf,
            since: since.toISOString(),
            dueAt: dueAt.toISOString(),
            owner:
              staffId === null
                ? null
                : { name: names.get(staffId) ?? messages.unknownStaff, isOneself: staffId === request.staff?.staffId },
          })),
        };
      },
    );
    app.post(
      '/api/support/work/:list/:item',
      {
        schema: {
          params: WorkRowParams,
          body: WorkRequest,
          response: { 200: Done },
          summary: 'Take a row of a work list, give it back, or mark it as done',
          tags,
        },
        config: { access: 'support', right: 'act' },
      },
      async (request) => {
        const list = listOf(request.params.list);
        const { item } = request.params;
        const { move } = request.body;
        const since = new Date(request.body.since);
        const staffId = request.staff?.staffId ?? '';
        if (move === 'give-back') {
          await desk.giveBack(list.key, item, since, staffId);
          return { ok: true as const };
        }
        const isListed = (await desk.rows(list)).some((row) => row.item === item && row.since.getTime() === since.getTime());
        const isDone = move === 'done';
        if (!isListed || (isDone && !list.byHand) || !(await desk.take(list.key, item, since, staffId, isDone)))
          return refuse(409, 'WORK_TAKEN', messages.workTaken);
        return { ok: true as const };
      },
    );
  };
}
