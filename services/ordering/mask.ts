/** What of a person is shown to somebody who knows no more than the order number (decisions.md #9). */

/** 王大明 → 王○明, 王明 → 王○ */
export function maskName(name: string): string {
  const chars = [...name];
  if (chars.length <= 1) return '○';
  if (chars.length === 2) return `${chars[0]}○`;
  return `${chars[0]}${'○'.repeat(chars.length - 2)}${chars.at(-1)}`;
}

/** 0912345678 → 09••••678; foreign numbers keep the last three digits alone. */
export function maskPhone(phone: string): string {
  const head = phone.startsWith('09') ? '09' : '';
  return `${head}••••${phone.slice(-3)}`;
}

/** ming@example.com → m••••@example.com */
export function maskEmail(email: string): string {
  const at = email.indexOf('@');
  return at < 1 ? '' : `${email[0]}••••${email.slice(at)}`;
}

/** County and district at the start of an address. 平鎮區 and 新市區 have 鎮 or 市 before their last character. */
const COUNTY_AND_DISTRICT = /^..[縣市](?:.{1,2}[鎮市]區|.{1,3}?[鄉鎮市區])?/u;

/** 台北市大安區建國南路一段1號 → 台北市大安區, without the store's number and name */
export const maskStore = ({ address }: { address: string }): { id: string; name: string; address: string } => ({
  id: '',
  name: '',
  address: COUNTY_AND_DISTRICT.exec(address)?.[0] ?? '',
});
