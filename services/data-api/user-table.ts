import type { Member } from '@nordhaut/contracts';
import { columns, type DataTable, everyRow, sql } from '@nordhaut/platform/data-tables';
import { memberCoupons } from '@nordhaut/promotions';

const TEXTS = [
  'user_id',
  'user_uid',
  'user_name',
  'user_email',
  'user_phone',
  'user_city',
  'user_urban_area',
  'user_address',
  'user_birthday',
  'user_gender',
  'user_group',
  'user_login_type',
  'user_invite_code',
  'user_wishlist',
  'user_muted_products',
  'user_line_id',
  'user_binding',
] as const;
const TIMES = ['user_create_at', 'user_last_login_at'] as const;
const recordset = sql.raw(`r(${[...TEXTS.map((name) => `${name} text`), ...TIMES.map((name) => `${name} timestamptz`)].join(', ')})`);

/** A member, with what only this table shows. `user_last_login_at`: ISO instant */
export type User = Member & Readonly<Record<'user_line_id' | 'user_binding' | 'user_last_login_at', string | null>>;

/**
 * spec/2-accounts-and-members §3 and spec/3-purchase-flow §3, "User". The person is sealed in the member's own events, so a member gets the
 * own row only, with all columns (infra/decisions/105).
 */
export const userTable = (userOf: (memberId: string) => Promise<User>): DataTable => ({
  name: 'user',
  about:
    'The signed-in member. The API changes nothing here: the profile has its own calls. `user_binding` is the referral code that the member ' +
    'is bound to. `user_line_id` is there while the member has a session that began at LINE; the shop keeps only a keyed hash of it otherwise.',
  from: async ({ memberId }) => {
    const { wishlist, mutedProducts, ...member } = await userOf(memberId);
    const row = { ...member, user_id: memberId, user_wishlist: wishlist.join(), user_muted_products: mutedProducts.join() };
    return sql`(select * from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as ${recordset}) as t`;
  },
  key: 'user_id',
  columns: { ...columns('text', TEXTS), ...columns('time', TIMES), ...memberCoupons },
  rows: { member: everyRow },
});
