import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { MAILS } from '../orders/words.ts';
import { DAY, type WorkList } from './work-list.ts';

export const mailFailed: WorkList = {
  key: 'mail-failed',
  title: '郵件寄送失敗',
  after: 0,
  dueWithin: DAY,
  byHand: true,
  async rows({ failedMails }, { before, limit }) {
    const mails = await failedMails({ category: ORDER_CATEGORY, limit });
    return mails
      .filter(({ since }) => since <= before)
      .map(({ stream, kind, since }) => ({
        orderNo: stream.slice(ORDER_CATEGORY.length + 1),
        since,
        what: `未寄出：${MAILS[kind] ?? kind}`,
      }));
  },
};
