export { groupProjectTable } from './data-table.ts';
export { GROUP_ORDER_FIELDS, requestOf } from './set-order.ts';
export { groupOrders, type PlaceAgreed } from './place.ts';
export type { GroupFace } from './group.ts';
