import { memberStream } from '@nordhaut/accounts';
import type { ProposedOrder } from '@nordhaut/ordering';
import * as words from '../orders/words.ts';
import { DAY, namedMember, ofOrder, type WorkList } from './work-list.ts';

export const proposalToJudge = ({
  as,
  amount,
  proposalId,
}: Pick<ProposedOrder['proposals'][number], 'as' | 'amount' | 'proposalId'>): string =>
  `請由提案人以外的同仁覆核${words.PROPOSED[as ?? 'refund']} ${words.money(amount)}（${words.proposalName(proposalId)}）`;

/** Credit without an order, on the member's page. */
export const memberProposals: WorkList = {
  key: 'member-proposals',
  title: '會員購物金待第二人覆核',
  dueWithin: DAY,
  byHand: false,
  async rows({ proposedCredit, publicMembers }, options) {
    const proposed = await proposedCredit(options);
    const members = await publicMembers(proposed.map(({ memberId }) => memberStream(memberId)));
    return proposed.flatMap(({ memberId, since, amount, proposalId }) => {
      const member = members.get(memberStream(memberId));
      if (!member) return [];
      const what = proposalToJudge({ as: 'credit', amount, proposalId });
      return [{ item: member.uid, ...namedMember(member), since, what }];
    });
  },
};

/** What one person proposed about an order waits for a second one, who opens the order. */
export const proposalsOpen: WorkList = {
  key: 'proposals',
  title: '待第二人覆核',
  dueWithin: DAY,
  byHand: false,
  rows: async ({ proposed }, options) =>
    (await proposed(options)).flatMap(({ orderNo, since, proposals }) =>
      proposals.map((proposal) => ofOrder(orderNo, since, proposalToJudge(proposal))),
    ),
};
