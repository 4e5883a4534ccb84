import { productTable } from '@nordhaut/catalogue';
import { contentTables } from '@nordhaut/content';
import { GROUP_ORDER_FIELDS, groupProjectTable } from '@nordhaut/group';
import { emailTemplateTable } from '@nordhaut/messaging';
import { groupOrderTable, returnOrderTable } from '@nordhaut/ordering';
import type { DataTable } from '@nordhaut/platform/data-tables';
import { couponTable, voucherTable } from '@nordhaut/promotions';
import { type Registry, registryOf } from './access.ts';
import { errorLogTable } from './error-log.ts';
import { withCoupon } from './event-coupon.ts';
import { withUserGroup } from './user-group.ts';
import { type User, userTable } from './user-table.ts';

const setGroupOrder =
  'Everybody adds one by `set`, which is the same command as `POST /api/group-orders` and costs as much. ' +
  `Fields: ${GROUP_ORDER_FIELDS.map((name) => `\`${name}\``).join(', ')}. ` +
  'The store is `LogisticsSubType` and `CVSStoreID` of `group_order_logistics_info`. Nobody changes or deletes one here.';

/** Tables of content with columns of other capabilities. */
const joined: Readonly<Record<string, (table: DataTable) => DataTable>> = { event: withCoupon, comment: withUserGroup };

/** Every table of the data API. What is not here is closed. */
export function dataRegistry(userOf: (memberId: string) => Promise<User>, hasProduct: (productId: number) => boolean): Registry {
  const tables: readonly DataTable[] = [
    productTable,
    ...contentTables.map((table) => joined[table.name]?.(table) ?? table),
    couponTable,
    voucherTable,
    userTable(userOf),
    emailTemplateTable,
    groupProjectTable(hasProduct),
    { ...groupOrderTable, command: setGroupOrder },
    returnOrderTable,
    errorLogTable,
  ];
  return registryOf(tables);
}
