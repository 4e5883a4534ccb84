import { PlatformConfig, type Settings } from '@nordhaut/platform/config';
import {
  askToForget,
  type FinishEngine,
  type Forgets,
  type ForgettingAnswer,
  type ForgettingEngine,
  type Person,
} from '@nordhaut/platform/forgetting';
import { deriveKey } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { SupportConfig } from '../config.ts';
import { inquiryForgetting } from '../inquiries.ts';
import { staffForgetting } from '../staff/forgetting.ts';
import { VIEW_WORDS } from '../views.ts';
import { personRequestStore, type RequestRow } from './requests.ts';

/** Makes the command ids of a request: a repeat forgets once. */
const uuidOf = nameUuids('7b1f8d0a-93f0-5a0e-8f43-2a4ce1d64f08');
const STATES: Record<RequestRow['state'], string> = { open: '待處理', waiting: '等待中', done: '已完成', refused: '已拒絕' };
const BATCH = 1_000;
const WAITING = 100;
/** A clock that is ahead of the database ends nothing early. */
const KEPT = 'least($1::timestamptz, now()) - make_interval(years => $2)';

export const requestsKey = (settings: Settings) => deriveKey(settings(PlatformConfig).SESSION_SECRET, 'person-requests');
const storeOf = ({ pool, config, clock }: Pick<ForgettingEngine, 'pool' | 'config' | 'clock'>) =>
  personRequestStore(pool, requestsKey(config.of), clock);

/** The people of a request, in the order in which they are forgotten: an account waits for its orders. */
export const personsOf = (orders: readonly string[], member: string | null): Person[] => [
  ...orders.map((order): Person => ({ order })),
  ...(member === null ? [] : [{ member }]),
];

/** Asks the capabilities, as `npm run forget` does. */
export function forgetPerson(
  engine: ForgettingEngine,
  { request_id, purposes, law: reason }: Pick<RequestRow, 'request_id' | 'purposes' | 'law'>,
  person: Person,
  { dryRun, by }: { dryRun: boolean; by: string },
): Promise<ForgettingAnswer | undefined> {
  const commandId = uuidOf(`${request_id}/${person.order ?? person.member}`);
  return askToForget(engine, person, { purposes, reason, commandId, dryRun, actor: { kind: 'support', id: by } });
}

/** Ends what waited, where nothing waits any more. */
async function endWaiting(engine: FinishEngine): Promise<void> {
  const requests = storeOf(engine);
  await engine.due.each(
    (last: RequestRow | undefined) => requests.waiting(WAITING, last),
    async (row) => {
      const kinds: (string | undefined)[] = [];
      for (const person of personsOf(row.orders, row.member_id))
        kinds.push((await forgetPerson(engine, row, person, { dryRun: true, by: row.asked_by }))?.kind);
      if (kinds.every((kind) => kind !== 'waits' && kind !== 'forgotten')) await requests.setState(row.request_id, 'done');
    },
  );
}

/** Inquiries, the log of views, the requests of people, and former members of the staff. */
export const supportForgetting: Forgets = {
  ...inquiryForgetting,
  ...staffForgetting,
  keeps: [
    ...(inquiryForgetting.keeps ?? []),
    {
      name: 'views',
      title: '檢視過您資料的紀錄',
      ends: { kind: 'kept', why: '檢視紀錄依法至少保存五年，以職務記載，不列人名' },
      async read({ pool }, { member, orders }) {
        const { rows } = await pool.query<{ at: Date; action: keyof typeof VIEW_WORDS; order_no: string | null }>(
          'select at, action, order_no from support_views where order_no = any($1::text[]) or member_id = $2 order by at',
          [orders, member],
        );
        return rows.map(({ at, action, order_no }) => ({
          at: at.toISOString(),
          label: '客服人員',
          values: { 動作: VIEW_WORDS[action] ?? action, 訂單編號: order_no },
        }));
      },
    },
    {
      name: 'person-requests',
      title: '您提出的個資請求',
      ends: { kind: 'kept', why: '請求紀錄依法至少保存五年' },
      async read(engine, { member, orders }) {
        return (await storeOf(engine).of(member, orders)).map(({ asked_at, kind, state, due_at }) => ({
          at: asked_at.toISOString(),
          label: kind === 'ACCESS' ? '查詢與複本' : '刪除',
          values: { 狀態: STATES[state], 期限: due_at.toISOString() },
        }));
      },
    },
  ],
  async finish(engine) {
    await endWaiting(engine);
    const now = engine.clock();
    const more = [await inquiryForgetting.finish?.(engine), await staffForgetting.finish(engine)];
    const { KEEP_VIEWS_YEARS: viewsYears, KEEP_REQUESTS_YEARS: requestsYears } = engine.config.of(SupportConfig);
    const views = await engine.pool.query(
      `delete from support_views where id in (select id from support_views where at < ${KEPT} order by at limit ${BATCH})`,
      [now, viewsYears],
    );
    const requests = await engine.pool.query(
      `delete from person_requests where request_id in
         (select request_id from person_requests where asked_at < ${KEPT} and state in ('done', 'refused') limit ${BATCH})`,
      [now, requestsYears],
    );
    return more.includes(true) || views.rowCount === BATCH || requests.rowCount === BATCH;
  },
};
