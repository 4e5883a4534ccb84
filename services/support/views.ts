import type { KeyObject } from 'node:crypto';
import { openValue, sealValue } from '@nordhaut/accounts';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';

/** What the staff does with people's data, in the words of the log. */
export const VIEW_WORDS = {
  VIEW: '檢視訂單（遮罩）',
  REVEAL: '顯示個資',
  SEARCH: '搜尋',
  VIEW_INQUIRIES: '檢視企業採購清單',
  VIEW_ANSWERS: '檢視問卷回答',
  EXPORT_ANSWERS: '匯出問卷回答',
  EXPORT: '匯出歷程',
  EXPORT_INVOICES: '匯出發票資料',
  EVIDENCE: '產生證據包',
  EVIDENCE_FILE: '下載證據包',
  ASK_CARRIER: '查詢物流',
  RESEND: '重寄信件',
  VIEW_MAILS: '檢視會員信件',
  LIST_PERSON_REQUESTS: '檢視個資請求清單',
  VIEW_PERSON_REQUEST: '檢視個資請求',
  PERSON_REQUEST: '登錄個資請求',
  PERSON_REFUSE: '拒絕個資請求',
  PERSON_FILE: '下載個資複本',
  PERSON_FORGET: '執行刪除',
  FIND_MEMBER: '以電子郵件尋找會員',
  BIRTHDAY: '更正生日',
  PREVIEW_BIRTHDAY: '預覽更正生日',
  PREVIEW_LIFT_CASH: '預覽解除貨到付款限制',
  LIFT_CASH: '解除貨到付款限制',
  COUPONS: '設定優惠券',
  HIDE_REVIEW: '隱藏評價',
  SHOW_REVIEW: '重新顯示評價',
  VIEW_MUTED: '檢視不可購買的商品',
  MUTE: '設定不可購買的商品',
  VIEW_CREDIT: '檢視會員購物金',
  PREVIEW_CREDIT: '預覽贈送或收回購物金',
  CREDIT: '贈送或收回購物金',
  VIEW_LOG: '檢視查閱紀錄',
} as const;
export type ViewAction = keyof typeof VIEW_WORDS;
export type View = { action: ViewAction; orderNo?: string; memberId?: string | undefined; reason?: string | undefined };
export type ViewLog = ReturnType<typeof viewLog>;
type Options = { pool: Pick<pg.Pool, 'query'>; key: KeyObject; clock: () => Date };

/** ms in which further looks at one order by the same person are one view: each step through its history is a look */
const ONE_VIEW_MS = 3_600_000;
/** rows of a page of the log */
const PAGE = 200;

const sealedAs = (staffId: string, orderNo: string | null): string => `view/${staffId}/${orderNo ?? ''}`;

/**
 * Who saw which order's data, and why. It is no part of the order's history. Rows stay for five years, and the table
 * refuses changes (`tables.ts`). It is written before the data is answered or a look refused, so no answer lacks its row:
 * `every-look.test.ts` has every route.
 */
export function viewLog({ pool, key, clock }: Options) {
  return async (
    { actor, id: requestId }: Pick<FastifyRequest, 'actor' | 'id'>,
    { action, orderNo, memberId, reason }: View,
  ): Promise<void> => {
    const now = clock();
    const staffId = actor?.id ?? '';
    const sealed = reason === undefined ? null : sealValue(key, sealedAs(staffId, orderNo ?? null), { reason });
    await pool.query(
      `insert into support_views (at, staff_id, action, order_no, reason, request_id, member_id)
       select $1::timestamptz, $2::text, $3::text, $4::text, $5::bytea, $6, $8::text
       where $3 <> 'VIEW' or not exists (
         select from support_views where staff_id = $2 and order_no = $4 and action = 'VIEW' and at > $7)`,
      [now, staffId, action, orderNo ?? null, sealed, requestId, new Date(now.getTime() - ONE_VIEW_MS), memberId ?? null],
    );
  };
}

type Row = {
  id: bigint;
  at: Date;
  staff_id: string;
  action: ViewAction;
  order_no: string | null;
  member_id: string | null;
  reason: Buffer | null;
};
export type ViewReader = ReturnType<typeof viewReader>;

type Asked = {
  staffId?: string | undefined;
  orderNo?: string | undefined;
  /** rows about the member, or about one of the orders */
  member?: { memberId: string; orderNos: readonly string[] } | undefined;
  from: string;
  to: string;
  cursor?: string | undefined;
};

/** What an account saw, or who saw an order or a member, from `from` until before `to`, newest first, by the index of what is asked. */
export function viewReader({ pool, key }: Omit<Options, 'clock'>) {
  return async ({ staffId, orderNo, member, from, to, cursor }: Asked) => {
    const { rows } = await pool.query<Row>(
      `select id, at, staff_id, action, order_no, member_id, reason from support_views
       where ($1::text is null or staff_id = $1) and ($6::text is null or order_no = $6) and at >= $2 and at < $3
         and ($7::text is null or member_id = $7 or order_no = any($8::text[]))
         and ($4::bigint is null or (at, id) < (select at, id from support_views where id = $4))
       order by at desc, id desc limit $5`,
      // As dates: the database has no year 0, and no offset of 16 hours.
      [
        staffId ?? null,
        new Date(from),
        new Date(to),
        cursor ?? null,
        PAGE + 1,
        orderNo ?? null,
        member?.memberId ?? null,
        member?.orderNos ?? [],
      ],
    );
    const page = rows.slice(0, PAGE);
    return {
      views: page.map(({ at, staff_id: by, action, order_no: of, member_id: memberId, reason }) => ({
        at,
        by,
        action: VIEW_WORDS[action] ?? action,
        orderNo: of,
        memberId,
        reason: (reason && openValue<{ reason: string }>(key, sealedAs(by, of), reason)?.reason) ?? null,
      })),
      cursor: rows.length > PAGE ? String(page.at(-1)?.id ?? '') : null,
    };
  };
}

/** ms between the row of an act and its event: the row is written first */
const ACT_MS = 600_000;

/** The reason that an account typed for an act, by the request that recorded it; null where no row has one. `until`: ISO time of the event. */
export function reasonReader({ pool, key }: Omit<Options, 'clock'>) {
  return async (staffId: string, action: ViewAction, requestId: string, until: string): Promise<string | null> => {
    const { rows } = await pool.query<{ reason: Buffer }>(
      `select reason from support_views
       where staff_id = $1 and at between $2 and $3 and action = $4 and request_id = $5 and order_no is null and reason is not null limit 1`,
      [staffId, new Date(Date.parse(until) - ACT_MS), until, action, requestId],
    );
    const [row] = rows;
    return (row && openValue<{ reason: string }>(key, sealedAs(staffId, null), row.reason)?.reason) ?? null;
  };
}
export type ReasonReader = ReturnType<typeof reasonReader>;
