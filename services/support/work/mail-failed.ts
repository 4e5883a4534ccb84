import { MEMBER_CATEGORY } from '@nordhaut/accounts';
import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { MAIL_FAULTS, MAILS } from '../orders/words.ts';
import { DAY, type FailedMail, namedMember, ofOrder, type WorkList } from './work-list.ts';

const timing = { dueWithin: DAY, byHand: true } as const;
const whatOf = ({ kind, reason }: FailedMail): string => `未寄出：${MAILS[kind] ?? kind}（${MAIL_FAULTS[reason] ?? reason}）`;

export const mailFailed: WorkList = {
  key: 'mail-failed',
  title: '郵件寄送失敗',
  ...timing,
  async rows({ failedMails }, options) {
    const mails = await failedMails({ category: ORDER_CATEGORY, ...options });
    return mails.map((mail) => {
      const orderNo = mail.stream.slice(ORDER_CATEGORY.length + 1);
      return { ...ofOrder(orderNo, mail.since, whatOf(mail)), mailsOf: `orders/${orderNo}` };
    });
  },
};

/** Mails that belong to no order: welcome, confirmation, password, gift, credit. */
export const memberMailFailed: WorkList = {
  key: 'member-mail-failed',
  title: '會員郵件寄送失敗',
  ...timing,
  async rows({ failedMails, publicMembers }, options) {
    const mails = await failedMails({ category: MEMBER_CATEGORY, ...options });
    const members = await publicMembers(mails.map(({ stream }) => stream));
    return mails.flatMap((mail) => {
      const member = members.get(mail.stream);
      if (!member) return [];
      const { uid, code } = member;
      const mailsOf = code === null ? {} : { mailsOf: `members/${code}` };
      return [{ item: uid, ...namedMember(member), ...mailsOf, since: mail.since, what: whatOf(mail) }];
    });
  },
};
