import { type ClosedDays, type Day, dayAfter } from '@nordhaut/contracts';
import { keepingSetting, listIn, readAs, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

/** Days of one period at most: a mistyped year would close the shop for a year. */
const MOST_CLOSED = 31;
const CalendarDay = z.iso.date();

/** The days of `2027-02-05/2027-02-14`, or one day; undefined for another text. */
function daysIn(text: string): Day[] | undefined {
  const [first = '', last = first, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || ![first, last].every((day) => CalendarDay.safeParse(day).success)) return undefined;
  const days: Day[] = [];
  for (let day = first; day <= last && days.length <= MOST_CLOSED; day = dayAfter(day)) days.push(day);
  return days.length > 0 && days.length <= MOST_CLOSED ? days : undefined;
}

function closedDaysIn(text: string): ClosedDays | undefined {
  const periods = listIn(text).map(daysIn);
  return periods.includes(undefined) ? undefined : new Set(periods.flatMap((days) => days ?? []));
}

export const OrderingConfig = z.object({
  /** the carriers' tracking pages (providers §1.8) */
  TRACKING_URL_TCAT: urlSetting('https://www.t-cat.com.tw/inquire/trace.aspx'),
  TRACKING_URL_UNIMARTC2C: urlSetting('https://eservice.7-11.com.tw/E-Tracking/search.aspx'),
  TRACKING_URL_FAMIC2C: urlSetting('https://fmec.famiport.com.tw/FP_Entrance/QueryBox'),
  /** public holidays and other days on which nothing is sent; Saturdays and Sundays need no mention (infra/decisions/122) */
  CLOSED_DAYS: z._default(
    readAs(
      `must be days or periods of at most ${MOST_CLOSED} days, separated by commas, as in 2027-02-05/2027-02-14,2027-03-01`,
      closedDaysIn,
    ),
    new Set<Day>(),
  ),
  /** days after an order is over for which name, phone, e-mail, address and store are kept; a member's until the account ends (decisions.md 85) */
  KEEP_CONTACT_DAYS: keepingSetting(180, { max: 3_650, because: 'the shop promises 180 days, in which a buyer can still be reached' }),
  /** the same for reasons, notes and bank accounts */
  KEEP_SUPPORT_DAYS: keepingSetting(180, { max: 3_650, because: 'the shop promises 180 days, in which a refund can still be explained' }),
  /** years after the closing of the year for which the data of an invoice is kept */
  KEEP_INVOICE_YEARS: keepingSetting(5, { max: 30, because: 'tax law wants the data of an invoice for five years' }),
});
export type OrderingSettings = z.infer<typeof OrderingConfig>;
