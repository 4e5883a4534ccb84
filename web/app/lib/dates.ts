import type { Day } from '@nordhaut/contracts';

/** Instants are ISO UTC; pages show Taipei time, for every time zone of the device. */
const ZONE = { timeZone: 'Asia/Taipei' } as const;
const DATE = new Intl.DateTimeFormat('zh-TW', { ...ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
const TIME = new Intl.DateTimeFormat('zh-TW', { ...ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `2026/11/21` */
export const formatDate = (instant: string | Date): string => DATE.format(new Date(instant));

/** `09:05` */
export const formatTime = (instant: string | Date): string => TIME.format(new Date(instant));

const WEEKDAYS = '日一二三四五六';

/** `11/25（三）` for a calendar day. */
export function formatDay(day: Day): string {
  const [, month = '', date = ''] = day.split('-');
  return `${Number(month)}/${Number(date)}（${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}）`;
}
