import { namedInquiry } from '../inquiries.ts';
import { DAY, type WorkList } from './work-list.ts';

/** The row names nobody: who asked, and what for, is on a page that needs the right to see people. */
export const openInquiries: WorkList = {
  key: 'inquiries',
  title: '企業採購詢問',
  dueWithin: 2 * DAY,
  byHand: true,
  rows: async ({ inquiries }, options) =>
    (await inquiries(options)).map(({ inquiryId, since }) => ({
      item: inquiryId,
      title: namedInquiry(inquiryId),
      page: `/inquiries?id=${inquiryId}`,
      since,
      what: '以電話或電子郵件回覆後標示完成',
    })),
};
