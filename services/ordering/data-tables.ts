import { columns, type DataTable, everyRow, owner, sql } from '@nordhaut/platform/data-tables';

/**
 * Read models hold orders, so nobody writes them here: an order is placed, and a return requested, by its own command. The
 * columns name no person; names, phone numbers and addresses are sealed, and the look-up shows them with a proof.
 */
export const groupOrderTable: DataTable = {
  name: 'group_order',
  about: 'Group orders, without personal data. Members get their own.',
  from: sql`(
    select order_no as group_order_uid, member_id as user_id, (state -> 'terms' -> 'group' ->> 'projectId')::integer as group_project_id,
      total as group_order_amount, placed_at as group_order_create_at, status_code as group_order_state,
      state -> 'shipment' ->> 'logisticsId' as group_order_logistics_id,
      (select json_agg(json_build_object('product_id', line -> 'productId', 'product_quantity', line -> 'quantity'))::text
        from json_array_elements(state -> 'terms' -> 'lines') as line) as group_order_product
    from orders where is_group) as t`,
  key: 'group_order_uid',
  columns: {
    ...columns('text', ['group_order_uid', 'group_order_state', 'group_order_logistics_id']),
    ...owner,
    ...columns('integer', ['group_project_id', 'group_order_amount']),
    ...columns('time', ['group_order_create_at']),
    ...columns('json', ['group_order_product']),
  },
  rows: { member: ({ memberId }) => sql`t.user_id = ${memberId}`, staff: everyRow },
};

/** spec/2-accounts-and-members §3, "Return order". */
export const returnOrderTable: DataTable = {
  name: 'return_order',
  about: 'Returns, without personal data. Members get those of their own orders.',
  from: sql`(
    select order_no as orders_id, member_id as user_id, state ->> 'returnState' as order_type,
      json_build_object('reason', state -> 'return' -> 'reason', 'receivedAt', state -> 'return' -> 'receivedAt')::text as return_order_info,
      (state -> 'return' ->> 'requestedAt')::timestamptz as return_order_create_at
    from orders where has_return) as t`,
  key: 'orders_id',
  columns: {
    ...columns('text', ['orders_id', 'order_type']),
    ...owner,
    ...columns('json', ['return_order_info']),
    ...columns('time', ['return_order_create_at']),
  },
  rows: { member: ({ memberId }) => sql`t.user_id = ${memberId}`, staff: everyRow },
};
