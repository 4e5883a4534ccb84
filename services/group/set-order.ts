import { PlaceGroupOrderRequest } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import type { AskedOrder } from './agree.ts';

const Digits = z.string().check(z.regex(/^\d{1,9}$/));
const Count = z.pipe(
  z.union([z.int(), Digits]),
  z.transform((value) => Number(value)),
);
const Lines = z.array(z.object({ product_id: Count, product_quantity: Count }));
const StoreInfo = z.object({ LogisticsSubType: z.optional(z.string()), CVSStoreID: z.optional(z.string()) });

/** A value in a field that holds JSON text; undefined where it is none. */
const fromText = z.pipe(
  z.string(),
  z.transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }),
);

/**
 * spec/3-purchase-flow §3, "Group order". The carrier's number, the time and the store's name and address come from the
 * shop, whatever stands here.
 */
const GroupOrderFields = z.strictObject({
  group_project_id: Count,
  group_order_uid: z.string(),
  group_order_name: z.string(),
  group_order_email: z.string(),
  group_order_phone: z.string(),
  group_order_amount: Count,
  group_order_product: z.pipe(fromText, Lines),
  group_order_logistics_info: z.optional(z.pipe(fromText, StoreInfo)),
  group_order_logistics_id: z.optional(z.unknown()),
  group_order_create_at: z.optional(z.unknown()),
});

/** The columns of a set call; each other name is closed. */
export const GROUP_ORDER_FIELDS: readonly string[] = Object.keys(GroupOrderFields.shape);

/**
 * The request of `POST /api/group-orders` that the fields ask for. `addressOf`: of a project.
 * @returns undefined where a field has another form
 */
export async function requestOf(
  fields: Readonly<Record<string, unknown>>,
  addressOf: (projectId: number) => Promise<string | undefined>,
): Promise<AskedOrder | undefined> {
  const read = GroupOrderFields.safeParse(fields);
  if (!read.success) return undefined;
  const { data } = read;
  const { LogisticsSubType: subtype, CVSStoreID: id } = data.group_order_logistics_info ?? {};
  const asked = PlaceGroupOrderRequest.safeParse({
    orderNo: data.group_order_uid,
    // No project has this address, so an unknown number answers like an unknown address.
    address: (await addressOf(data.group_project_id)) ?? '',
    items: data.group_order_product.map(({ product_id: productId, product_quantity: quantity }) => ({ productId, quantity })),
    recipient: { name: data.group_order_name, email: data.group_order_email, phone: data.group_order_phone },
    ...(subtype !== undefined && id !== undefined && { store: { subtype, id } }),
    expectedTotal: data.group_order_amount,
  });
  return asked.success ? { ...asked.data, projectId: data.group_project_id } : undefined;
}
