/**
 * The calls of all journeys, by the names of their figures. k6 keeps figures only for names that it knows before the run.
 *
 * This file does not import k6, because the launcher reads it too.
 */
export const CALLS = [
  'GET /',
  'GET /product',
  'GET /product/{slug}',
  'GET /api/products',
  'POST /api/cart/items',
  'GET /api/cart',
  'POST /api/getPrice/',
  'POST /api/genUid/',
  'POST /api/orders',
  'GET /api/orders/{orderNo}',
  'POST /api/orders/{orderNo}/payment/confirm',
  'GET /api/group-projects/{address}',
  'POST /api/group-orders',
  'POST /api/login',
  'GET /api/member/orders',
  'PUT /api/consent',
  'POST /api/capi/',
  'GET /api/capi/purchase',
] as const;

export type Method = 'GET' | 'POST' | 'PUT';
type OfMethod<M extends Method, Name> = Name extends `${M} ${infer Path}` ? Path : never;
/** The path of a call, with placeholders instead of order numbers. */
export type PathOf<M extends Method> = OfMethod<M, (typeof CALLS)[number]>;

/** k6's names of the figures of a call. */
export const durationOf = (call: string): string => `http_req_duration{name:${call}}`;
export const failedOf = (call: string): string => `http_req_failed{name:${call}}`;
