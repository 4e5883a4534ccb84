/** Characters of a review that are quoted beside others. */
const MOST = 72;

/** The beginning of a text in whole sentences; one that is too long for that ends with an ellipsis. */
export function excerptOf(content: string, most = MOST): { text: string; isCut: boolean } {
  const whole = content.replace(/\s+/g, ' ').trim();
  const chars = [...whole];
  if (chars.length <= most) return { text: whole, isCut: false };
  const start = chars.slice(0, most).join('');
  const end = Math.max(...['。', '！', '？'].map((mark) => start.lastIndexOf(mark)));
  return { text: end > start.length / 3 ? start.slice(0, end + 1) : `${start.replace(/[，、；：]$/, '')}…`, isCut: true };
}
