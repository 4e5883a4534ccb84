/** Masks personal data for callers who know only the order number (decisions.md 9). */

/** 王大明 → 王○明, 王明 → 王○ */
export function maskName(name: string): string {
  const chars = [...name];
  if (chars.length <= 1) return '○';
  if (chars.length === 2) return `${chars[0]}○`;
  return `${chars[0]}${'○'.repeat(chars.length - 2)}${chars.at(-1)}`;
}

/** 0912345678 → 09••••678. Foreign numbers keep only the last three digits. */
export function maskPhone(phone: string): string {
  const head = phone.startsWith('09') ? '09' : '';
  return `${head}••••${phone.slice(-3)}`;
}

/** ming@example.com → m••••. The domain is masked too, because it may identify the person. */
export const maskEmail = (email: string): string => (email === '' ? '' : `${[...email][0]}••••`);
