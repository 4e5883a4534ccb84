const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' });

/** `YYYY-MM-DD` in Taipei. */
export const taipeiDay = (at: Date): string => DAY.format(at);
