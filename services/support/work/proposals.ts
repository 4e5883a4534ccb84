import type { ProposedOrder } from '@nordhaut/ordering';
import * as words from '../orders/words.ts';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const proposalToJudge = ({ as, amount, proposalId }: ProposedOrder['proposals'][number]): string =>
  `請由提案人以外的同仁覆核${words.PROPOSED[as ?? 'refund']} ${words.money(amount)}（${words.proposalName(proposalId)}）`;

/** What one person proposed about an order waits for a second one, who opens the order. */
export const proposalsOpen: WorkList = {
  key: 'proposals',
  title: '待第二人覆核',
  after: 0,
  dueWithin: DAY,
  byHand: false,
  rows: async ({ proposed }, options) =>
    (await proposed(options)).flatMap(({ orderNo, since, proposals }) =>
      proposals.map((proposal) => ofOrder(orderNo, since, proposalToJudge(proposal))),
    ),
};
