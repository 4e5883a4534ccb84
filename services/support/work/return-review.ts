import { type ClosedDays, closedDelay } from '@nordhaut/contracts';
import { type OpenReturn, RETURN_BACK_DAYS } from '@nordhaut/ordering';
import { STUCK } from './parcel-stuck.ts';
import { DAY, ofOrder, type RowStep, type WorkList } from './work-list.ts';

/** Working days at most in them: three until the carrier collects the goods, two in which the buyer gives them, four on the way. */
const BACK_WITHIN = 3 + 2 + 4;

const LATE = `已逾 ${RETURN_BACK_DAYS} 日`;

/** A refund of everything ends the return by itself. Otherwise support ends it, once it is approved. */
function withoutGoods(step: OpenReturn['step'], stuck: NonNullable<OpenReturn['stuck']>): string {
  const end = step === 'review' ? '請先通過退貨申請，再結束退貨' : '請結束退貨';
  return `${STUCK[stuck]}，顧客已申請退貨，請退款；改為補寄或沒有可退款項時，${end}`;
}

/** Until when nobody has to ask for the goods. Closed days make it later than `backBy`, an ISO instant. */
function askedFrom(backBy: string, closed: ClosedDays): Date {
  const from = new Date(Date.parse(backBy) - RETURN_BACK_DAYS * DAY);
  return new Date(Date.parse(backBy) + closedDelay(from, BACK_WITHIN, closed));
}

/** Pure: what a return waits for, and whose turn it is. */
export function returnStep({ step, backBy, stuck }: OpenReturn, now: Date, closed: ClosedDays): RowStep {
  if (stuck) return { what: withoutGoods(step, stuck) };
  const dueAt = backBy === null ? null : askedFrom(backBy, closed);
  const isLate = dueAt !== null && dueAt <= now;
  switch (step) {
    case 'review':
      return { what: '請審核退貨申請' };
    case 'undelivered':
      return isLate
        ? { what: `退貨申請已通過，${LATE}商品仍未送達顧客，請向倉庫與物流查明並告知顧客`, dueAt }
        : { what: '退貨申請已通過，等顧客收到商品後退回', turn: 'carrier', dueAt };
    case 'on-its-way':
      return isLate
        ? { what: `退貨商品${LATE}未退回，請聯絡顧客；顧客不退回時請結束退貨`, dueAt }
        : { what: '退貨申請已通過，等顧客將商品交給物流退回', turn: 'buyer', dueAt };
    case 'back':
      return { what: '已收到退回商品，等系統建立換貨訂單', turn: 'system' };
  }
}

/** Returns whose goods are back, and whose money is owed, are in the list of owed money. */
export const returnReview: WorkList = {
  key: 'return-review',
  title: '退貨處理',
  dueWithin: 2 * DAY,
  byHand: false,
  rows: async ({ waiting, closedDays }, options) =>
    (await waiting('return', options)).map(({ orderNo, since, goods }) =>
      ofOrder(orderNo, since, returnStep(goods ?? { step: 'review', backBy: null, stuck: null }, options.before, closedDays)),
    ),
};
