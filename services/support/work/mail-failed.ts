import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { MAIL_FAULTS, MAILS } from '../orders/words.ts';
import { DAY, type WorkList } from './work-list.ts';

export const mailFailed: WorkList = {
  key: 'mail-failed',
  title: '郵件寄送失敗',
  after: 0,
  dueWithin: DAY,
  byHand: true,
  async rows({ failedMails }, options) {
    const mails = await failedMails({ category: ORDER_CATEGORY, ...options });
    return mails.map(({ stream, kind, reason, since }) => ({
      orderNo: stream.slice(ORDER_CATEGORY.length + 1),
      since,
      what: `未寄出：${MAILS[kind] ?? kind}（${MAIL_FAULTS[reason] ?? reason}）`,
    }));
  },
};
