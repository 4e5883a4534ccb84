import { namedRequest } from '../persons/requests.ts';
import { DAY, type ListedRow, type RowStep, type WorkList } from './work-list.ts';

/** Each request has its own due date of the law. The row names nobody: who asked is on a page that needs the right to see people. */
export const personRequests: WorkList = {
  key: 'person-requests',
  title: '個資請求',
  dueWithin: 15 * DAY,
  byHand: false,
  rows: async ({ personRequests: listed }, options) =>
    (await listed(options)).map(
      ({ requestId, since, dueAt, ...request }): ListedRow => ({
        item: requestId,
        title: namedRequest(requestId),
        page: `/persons/${requestId}`,
        since,
        dueAt,
        ...stepOf(request),
      }),
    ),
};

function stepOf({ kind, state }: { kind: 'ACCESS' | 'ERASURE'; state: 'open' | 'waiting' }): Pick<RowStep, 'what' | 'turn'> {
  if (state === 'waiting') return { what: '等未結束的事項結束後，由系統刪除', turn: 'system' };
  return { what: kind === 'ACCESS' ? '查詢與複本：提供個資複本，或拒絕並告知理由' : '刪除：執行刪除，或拒絕並告知理由' };
}
