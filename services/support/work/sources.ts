import { memberIdOf, memberStream } from '@nordhaut/accounts';
import type { StreamName } from '@nordhaut/platform/event-store';
import type { MoneyDifference, NewReview, WorkRange, WorkSources } from './work-list.ts';

/** What the work lists need of other capabilities. */
export type WorkFaces = {
  accounts: { publicIdOf(memberId: string): string; codesOf(memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> };
  ordering: { work: Pick<WorkSources, 'waiting' | 'heldParcels' | 'refundsDue' | 'proposed' | 'disputed'> } & Pick<
    WorkSources,
    'parcelsToSend' | 'closedDays'
  >;
  promotions: Pick<WorkSources, 'proposedCredit'>;
  checkout: {
    reconciliation: Record<
      MoneyBook,
      { open(range: { after: Date; limit: number; only?: string | undefined }): Promise<MoneyDifference[]> }
    >;
  };
  messaging: Pick<WorkSources, 'failedMails'> & { failedOwnMails(): Promise<number> };
  catalogue: { byId(productId: number): { nameZh: string } | undefined };
  content: { newReviews(range: WorkRange): Promise<(Omit<NewReview, 'product'> & { productId: number })[]> };
};
type MoneyBook = Parameters<WorkSources['moneyDifferences']>[0]['book'];

export function workSources({
  accounts,
  ordering,
  promotions,
  checkout,
  messaging,
  catalogue,
  content,
  inquiries,
  personRequests,
  formerStaff,
}: WorkFaces & Pick<WorkSources, 'inquiries' | 'personRequests' | 'formerStaff'>): WorkSources {
  return {
    ...ordering.work,
    parcelsToSend: ordering.parcelsToSend,
    closedDays: ordering.closedDays,
    proposedCredit: promotions.proposedCredit,
    failedMails: messaging.failedMails,
    moneyDifferences: ({ book, ...options }) => checkout.reconciliation[book].open(options),
    inquiries,
    personRequests,
    formerStaff,
    async newReviews(options) {
      const reviews = await content.newReviews(options);
      return reviews.map(({ productId, ...review }) => ({ ...review, product: catalogue.byId(productId)?.nameZh ?? '' }));
    },
    async publicMembers(streams) {
      const ids = streams.map((stream) => memberIdOf(stream as StreamName));
      const codes = await accounts.codesOf(ids);
      return new Map(ids.map((id) => [memberStream(id), { uid: accounts.publicIdOf(id), code: codes.get(id) ?? null }]));
    },
  };
}
