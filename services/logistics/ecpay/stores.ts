import * as z from 'zod/mini';
import type { StoreSubtype } from '@nordhaut/contracts';
import type { CarrierStore } from '../carrier.ts';

export const CVS_TYPES: Record<StoreSubtype, string> = { UNIMARTC2C: 'UNIMART', FAMIC2C: 'FAMI' };

const Text = z._default(z.string(), '');
const StoreListReply = z.object({
  RtnCode: z.union([z.number(), z.string()]),
  StoreList: z.array(
    z.object({
      CvsType: z.string(),
      StoreInfo: z.array(z.object({ StoreId: z.string(), StoreName: Text, StoreAddr: Text })),
    }),
  ),
});

/** The stores of one chain from `GetStoreList`'s JSON (providers §1.8); undefined where the JSON is not valid. */
export function readStoreList(text: string, subtype: StoreSubtype): CarrierStore[] | undefined {
  try {
    const reply = StoreListReply.safeParse(JSON.parse(text));
    if (!reply.success || String(reply.data.RtnCode) !== '1') return undefined;
    return reply.data.StoreList.filter(({ CvsType }) => CvsType === CVS_TYPES[subtype])
      .flatMap(({ StoreInfo }) => StoreInfo)
      .map(({ StoreId, StoreName, StoreAddr }) => ({ id: StoreId, name: StoreName, address: StoreAddr }));
  } catch {
    return undefined;
  }
}
