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
] as const;
const recordset = sql.raw(`r(${TEXTS.map((name) => `${name} text`).join(', ')}, user_create_at timestamptz)`);

/** spec/3-purchase-flow §3, "User". The person is sealed in the member's own events, so a member gets the own row only. */
export const userTable = (viewOf: (memberId: string) => Promise<Member>): DataTable => ({
  name: 'user',
  about: 'The signed-in member. The API changes nothing here: the profile has its own calls.',
  from: async ({ memberId }) => {
    const { wishlist, mutedProducts, ...member } = await viewOf(memberId);
    const row = { ...member, user_id: memberId, user_wishlist: wishlist.join(), user_muted_products: mutedProducts.join() };
    return sql`(select * from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as ${recordset}) as t`;
  },
  key: 'user_id',
  columns: { ...columns('text', TEXTS), ...columns('time', ['user_create_at']), ...memberCoupons },
  rows: { member: everyRow },
});
