export { shownTime } from '@nordhaut/contracts/support';

/** YYYY-MM-DD → the day as `shownTime` writes it */
export const shownDay = (day: string): string => day.replaceAll('-', '/');

/** How long something took, in its two largest units. */
export function duration(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const units: [number, string][] = [
    [Math.floor(seconds / 86_400), '天'],
    [Math.floor(seconds / 3_600) % 24, '小時'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ];
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return '不到 1 秒';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
