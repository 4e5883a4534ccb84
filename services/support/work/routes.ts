import { AfterQuery } from '@nordhaut/contracts';
import { Done, WorkListParams, WorkLists, WorkRequest, WorkRowParams, WorkRows } from '@nordhaut/contracts/support';
import { orderDecider, orderStream } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse, type Routes } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import { staffNames } from '../staff-names.ts';
import type { WorkDesk } from './desk.ts';
import { shownStep } from './shown-step.ts';
import type { WorkList } from './work-list.ts';

export type WorkHttp = {
  desk: WorkDesk;
  staff: { nameOf(staffId: string): Promise<string> };
  commands: Pick<Commands, 'handle'>;
  /** whether the read models of the lists have the events up to the position; waits a bounded time */
  hasReached: (position: bigint) => Promise<boolean>;
  clock: () => Date;
};

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;

/** The work lists of support, and who works on what. */
export function workRoutes({ desk, staff, commands, hasReached, clock }: WorkHttp): Routes {
  /** Who has just acted on an order or a member does not find the row as it was before. */
  const reach = async ({ after }: { after?: string | undefined }): Promise<void> => {
    if (after !== undefined) await hasReached(BigInt(after));
  };
  const listOf = (key: string): WorkList => desk.find(key) ?? refuse(404, 'WORK_LIST_UNKNOWN', messages.listUnknown);

  return (app) => {
    app.get(
      '/api/support/work',
      { schema: { querystring: AfterQuery, response: { 200: WorkLists }, summary: 'The work lists', tags }, config: view },
      async ({ query }) => {
        await reach(query);
        return { lists: await desk.counts() };
      },
    );
    app.get(
      '/api/support/work/:list',
      {
        schema: {
          params: WorkListParams,
          querystring: AfterQuery,
          response: { 200: WorkRows },
          summary: 'The rows of a work list',
          tags,
        },
        config: view,
      },
      async (request) => {
        const list = listOf(request.params.list);
        await reach(request.query);
        const rows = await desk.rows(list);
        const ids = rows.flatMap(({ staffId }) => staffId ?? []);
        const nameOf = await staffNames(staff, ids);
        return {
          title: list.title,
          byHand: list.byHand,
          asksReason: list.doneCommand !== undefined,
          rows: rows.map(({ item, title, page, since, staffId, mailsOf = null, ...step }) => ({
            item,
            title,
            page,
            ...shownStep(step),
            mailsOf,
            since: since.toISOString(),
            owner: staffId === null ? null : { name: nameOf(staffId), isOneself: staffId === request.staff?.staffId },
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
        const { move, reason } = request.body;
        const since = new Date(request.body.since);
        const staffId = request.staff?.staffId ?? '';
        if (move === 'give-back') {
          await desk.giveBack(list.key, item, since, staffId);
          return { ok: true as const };
        }
        const row = (await desk.rows(list)).find((one) => one.item === item && one.since.getTime() === since.getTime());
        const isFree = row?.turn === 'support' && (row.staffId === null || row.staffId === staffId);
        const isDone = move === 'done';
        if (!isFree || (isDone && !list.byHand)) return refuse(409, 'WORK_TAKEN', messages.workTaken);
        // The order first: a row that is done without its event would be lost.
        if (isDone && list.doneCommand) {
          if (reason === undefined) return refuse(400, 'BAD_REQUEST', messages.reasonMissing);
          const command = list.doneCommand(clock().toISOString(), reason);
          orThrow(await commands.handle(orderStream(item), orderDecider, command, request.context()));
        }
        if (!(await desk.take(list.key, item, since, staffId, isDone))) return refuse(409, 'WORK_TAKEN', messages.workTaken);
        return { ok: true as const };
      },
    );
  };
}
