const FORMAT = new Intl.DateTimeFormat('zh-TW', {
  timeZone: 'Asia/Taipei',
  hour12: false,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** ISO instant → `2026/11/22 14:05:09` in Taipei. */
export const shownTime = (at: string): string => FORMAT.format(new Date(at));
