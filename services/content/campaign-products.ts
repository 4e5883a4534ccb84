/**
 * Whether a campaign is about all products: `ALL`, or a list with `ALL` as its first entry (spec/1 §2, §3). `linked`: its linked
 * ids, parsed.
 */
export const isAll = (linked: unknown): boolean => linked === 'ALL' || (Array.isArray(linked) && linked[0] === 'ALL');
