const LATIN = /^[\p{Script=Latin}\s.'’-]+$/u;

/**
 * The name under a review (decisions.md 97): 王小明 → 王○明, and 王○○ where only the family name may be shown. Of a name in Latin
 * letters the first letter stays.
 */
export function reviewName(name: string, onlyFirst: boolean): string {
  const chars = [...name.replace(/\s+/g, '')];
  const [first = '○', ...rest] = chars;
  if (onlyFirst || LATIN.test(name)) return `${first}○○`;
  if (rest.length <= 1) return `${first}○`;
  return `${first}○${rest.at(-1)}`;
}
