import * as z from 'zod/mini';

/** Conditions of one call, values of one condition, rows of one answer. */
export const DATA_BOUNDS = { conditions: 20, values: 200, orders: 5, joins: 5, rows: 200, fields: 60, text: 60_000 } as const;
export const DATA_OPERATORS = ['==', '!=', '>', '<', '>=', '<=', 'in'] as const;
export type DataOperator = (typeof DATA_OPERATORS)[number];

const Name = z.string().check(z.minLength(1), z.maxLength(100));
const Scalar = z.union([z.string().check(z.maxLength(DATA_BOUNDS.text)), z.number(), z.boolean(), z.null()]);

/** All conditions hold (AND). `in` takes a list, the others take one value. */
const Condition = z.strictObject({
  property: Name,
  operator: z.enum(DATA_OPERATORS),
  value: z.union([Scalar, z.array(Scalar).check(z.maxLength(DATA_BOUNDS.values))]),
});
export type DataCondition = z.infer<typeof Condition>;
const Conditions = z.array(Condition).check(z.maxLength(DATA_BOUNDS.conditions));
const OneCondition = z.array(Condition).check(z.minLength(1), z.maxLength(DATA_BOUNDS.conditions));
const Order = z.strictObject({ property: Name, direction: z.optional(z.enum(['asc', 'desc'])) });

/** `{ "increment": 1 }` adds to an integer; `{ "server": "timestamp" }` is the server's time, `{ "server": "uid" }` a new id. */
const Placeholder = z.union([
  z.strictObject({ increment: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)) }),
  z.strictObject({ server: z.enum(['timestamp', 'uid']) }),
]);
const Fields = z.record(Name, z.union([Scalar, Placeholder])).check(z.refine((fields) => Object.keys(fields).length <= DATA_BOUNDS.fields));
export type DataFields = z.infer<typeof Fields>;

/** The specification's generic calls (spec/3-purchase-flow §7, decisions.md 75). In a form, each field is JSON text. */
export const DataGetRequest = z.strictObject({
  table: Name,
  conditions: z.optional(Conditions),
  orderBy: z.optional(z.array(Order).check(z.maxLength(DATA_BOUNDS.orders))),
  joins: z.optional(z.array(Name).check(z.maxLength(DATA_BOUNDS.joins))),
});
export type DataGetRequest = z.infer<typeof DataGetRequest>;
export const DataSetRequest = z.strictObject({ table: Name, data: Fields });
export const DataUpdateRequest = z.strictObject({ table: Name, conditions: OneCondition, updateData: Fields });
/** `row_version`: that of the rows that the caller saw. With it, a row that changed since is not deleted (409); without it, every row that is asked for is. */
export const DataDeleteRequest = z.strictObject({
  table: Name,
  conditions: OneCondition,
  row_version: z.optional(z.union([Name, z.number()])),
});
export type DataDeleteRequest = z.infer<typeof DataDeleteRequest>;

/** `more`: there are rows beyond the first 200. */
export const DataGetAnswer = z.object({ state: z.int(), data: z.array(z.record(z.string(), z.unknown())), more: z.boolean() });
/** The keys of the rows that were written. */
export const DataWriteAnswer = z.object({ state: z.int(), data: z.object({ keys: z.array(z.string()) }) });
