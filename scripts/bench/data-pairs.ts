import type { Call, Pair } from './account-pairs.ts';

const get = (table: string, conditions: object[]): Call => ({ method: 'POST', path: '/api/get/', body: { table, conditions } });
const is = (property: string, value: unknown): object => ({ property, operator: '==', value });

/** A coupon of the seed that only its members' copies show. */
const SECRET_CODE = 'PUBLIC_FIRST_200';
/** A product of the seed that is no longer sold. */
const HIDDEN_PRODUCT = '卸妝潔膚油';

/** Pairs of reads by the data API: of what a visitor must not know, and of what does not exist (decisions.md 76). */
export const dataPairs = (): Pair[] => [
  {
    what: 'data API, a code: unknown, of members',
    one: (round) => get('coupon', [is('coupon_uid', `NONE_${round}`.padEnd(SECRET_CODE.length, '0'))]),
    other: () => get('coupon', [is('coupon_uid', SECRET_CODE)]),
    lanes: 1,
  },
  {
    what: 'data API, a product: unknown, hidden',
    one: () => get('product', [is('product_name_zh', '沒有這個商品')]),
    other: () => get('product', [is('product_name_zh', HIDDEN_PRODUCT)]),
    lanes: 1,
  },
  {
    what: 'data API, a comparison with a hidden product: below, above its order',
    one: () => get('product', [is('product_name_zh', HIDDEN_PRODUCT), { property: 'product_sort_index', operator: '<', value: 0 }]),
    other: () => get('product', [is('product_name_zh', HIDDEN_PRODUCT), { property: 'product_sort_index', operator: '>=', value: 0 }]),
    lanes: 1,
  },
  {
    what: 'data API, a column: unknown, of staff',
    one: () => get('coupon', [is('coupon_nothing', 'x - 200')]),
    other: () => get('coupon', [is('coupon_formula', 'x - 200')]),
    lanes: 1,
  },
  {
    what: 'data API, a table: unknown, of staff',
    one: () => get('error_logs', [is('error_system', 'ORDER_UID')]),
    other: () => get('error_log', [is('error_system', 'ORDER_UID')]),
    lanes: 1,
  },
];
