import { apiOfError, groupRefusals as messages, type GroupProject, type PlaceGroupOrderRequest } from '@nordhaut/contracts';
import type { StoreChoice as KeptStores, StoreDirectory } from '@nordhaut/logistics';
import type { OrderContact, OrderStore, OrderTerms } from '@nordhaut/ordering';
import { recordingLog } from '@nordhaut/platform/data-tables';
import type { Rejection } from '@nordhaut/platform/decider';
import type { Engine } from '@nordhaut/platform/engine';
import { type AskedOrder, checkGroupOrder, groupContact, groupTerms, isSameOrder, type StoreChoice } from './agree.ts';
import { addressOf, projectFinder } from './projects.ts';
import { type Catalogue, projectView, withoutMuted } from './view.ts';

export type GroupDeps = {
  catalogue: Catalogue & { refresh: () => Promise<void>; mutedBy: (muted: ReadonlySet<number>) => number[] };
  /** the products that support took away from a member */
  mutedOf: (memberId: string) => Promise<ReadonlySet<number>>;
  directory: StoreDirectory;
  choice: Pick<KeptStores, 'clear'>;
  /** keyed hash of an e-mail address in the form in which accounts compare it */
  emailKey: (email: string) => string;
  phoneKey: (phone: string) => string;
};

type Agreement = { ok: true; terms: OrderTerms; contact: OrderContact } | { ok: false; rejection: Rejection };
/** An order as the process of orders takes it: see `AgreedOrder` of checkout. */
export type GroupOrder = {
  orderNo: string;
  isSame: (terms: OrderTerms, contact: OrderContact) => boolean;
  agree: () => Promise<Agreement>;
};

export type GroupFace = ReturnType<typeof openGroup>;

/** Group projects: what one sells, and an order from it. */
export function openGroup({ pool, clock, logger }: Pick<Engine, 'pool' | 'clock' | 'logger'>, deps: GroupDeps) {
  const { catalogue: all, mutedOf, directory, choice, emailKey, phoneKey } = deps;
  const find = projectFinder(pool, logger);
  const log = recordingLog(logger, pool, clock, apiOfError);

  /** Name and address come from the carrier's list. Without a list, the carrier decides when the parcel is created. */
  async function storeOf({ subtype, id }: StoreChoice): Promise<OrderStore | undefined> {
    const verdict = await directory.validateStore(id, subtype);
    if (verdict.kind === 'unknown-store') return undefined;
    const known = verdict.kind === 'known' ? verdict.store : { name: `門市 ${id}`, address: '' };
    return { id, name: known.name, address: known.address };
  }

  /** What may be sold to this buyer, now. */
  async function catalogueFor(memberId: string | null): Promise<Catalogue> {
    const [muted] = await Promise.all([memberId === null ? undefined : mutedOf(memberId), all.refresh()]);
    return muted && muted.size > 0 ? withoutMuted(all, new Set(all.mutedBy(muted))) : all;
  }

  async function agree(asked: PlaceGroupOrderRequest, memberId: string | null): Promise<Agreement> {
    const now = clock();
    const [project, catalogue] = await Promise.all([find(asked.address), catalogueFor(memberId)]);
    const ready = checkGroupOrder(project, catalogue, asked, now);
    if (!ready.ok) {
      const { orderNo, expectedTotal: expected } = asked;
      const { code, details } = ready.rejection;
      if (code === 'AMOUNT_MISMATCH')
        log.warn(
          { orderNo, price: Number(details?.['price']), expected, log: 'ORDER_PRICE_CHECK' },
          'a total that is not the price of the group order',
        );
      return ready;
    }
    const store = await storeOf(ready.store);
    if (!store) return { ok: false, rejection: { status: 400, code: 'STORE_UNKNOWN', message: messages.storeUnknown } };
    return { ok: true, terms: groupTerms(ready, catalogue, asked, { memberId, emailKey, phoneKey }), contact: groupContact(asked, store) };
  }

  return {
    /** The project of an address, as this buyer sees it; undefined where there is none. */
    async project(address: string, memberId: string | null): Promise<GroupProject | undefined> {
      const [found, catalogue] = await Promise.all([find(address), catalogueFor(memberId)]);
      return found && projectView(found, catalogue, clock());
    },
    /** After an order: the store was chosen for this one. `visitor`: undefined for a browser without a cookie */
    async dropStore(visitor: string | undefined, address: string): Promise<void> {
      if (visitor !== undefined) await choice.clear({ visitor, group: address });
    },
    addressOf: (projectId: number) => addressOf(pool, projectId),
    order: (asked: AskedOrder, memberId: string | null): GroupOrder => ({
      orderNo: asked.orderNo,
      isSame: (terms, contact) => isSameOrder(asked, terms, contact),
      agree: () => agree(asked, memberId),
    }),
  };
}
