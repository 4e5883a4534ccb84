import { productTable } from '@nordhaut/catalogue';
import { contentTables } from '@nordhaut/content';
import type { Member } from '@nordhaut/contracts';
import { groupProjectTable } from '@nordhaut/group';
import { emailTemplateTable } from '@nordhaut/messaging';
import { groupOrderTable, returnOrderTable } from '@nordhaut/ordering';
import type { DataTable } from '@nordhaut/platform/data-tables';
import { couponTable, voucherTable } from '@nordhaut/promotions';
import { type Registry, registryOf } from './access.ts';
import { errorLogTable } from './error-log.ts';
import { withCoupon } from './event-coupon.ts';
import { userTable } from './user-table.ts';

/** Every table of the data API. What is not here is closed. */
export function dataRegistry(viewOf: (memberId: string) => Promise<Member>): Registry {
  const tables: readonly DataTable[] = [
    productTable,
    ...contentTables.map((table) => (table.name === 'event' ? withCoupon(table) : table)),
    couponTable,
    voucherTable,
    userTable(viewOf),
    emailTemplateTable,
    groupProjectTable,
    groupOrderTable,
    returnOrderTable,
    errorLogTable,
  ];
  return registryOf(tables);
}
