import {
  accountMessages as messages,
  MemberAnswer,
  ProfileChange,
  ReferralAnswer,
  ReferralRequest,
  referralCode,
  WishlistAnswer,
  WishParams,
} from '@nordhaut/contracts';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { Accounts } from './accounts.ts';
import { callerOf, memberIdOf } from './callers.ts';
import type { MemberState } from './member-state.ts';
import { readProfile } from './profile.ts';
import { memberSubject } from './stream.ts';

/** Whether the member has an order that stands (decisions.md 57, 63). */
export type HasOrdered = (memberId: string) => Promise<boolean>;

type MemberRoutesDeps = {
  accounts: Accounts;
  /** `YYYY-MM-DD` in Taipei */
  today: () => string;
  hasOrdered: HasOrdered;
  /** whether a bound code gives a coupon at an instant */
  invitationGives: (at: Date) => Promise<boolean>;
};

/** Routes of the profile, the wishlist and the invite code. */
export function memberRoutes({ accounts, today, hasOrdered, invitationGives }: MemberRoutesDeps): Routes {
  const changed = async (
    memberId: string,
    { state, revision, position }: { state: MemberState; revision: number; position: bigint },
  ): Promise<MemberAnswer> => {
    if (state === null) throw new Error('a member changed and does not exist');
    return { state: 200, member: await accounts.viewOf(memberId, state, revision), position: String(position) };
  };

  return (app) => {
    app.get(
      '/api/member',
      { schema: { response: { 200: MemberAnswer }, summary: 'The signed-in member', tags: ['member'] }, config: { access: 'member' } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const memberId = memberIdOf(request);
        const { member, revision, position } = await accounts.member(memberId);
        return changed(memberId, { state: member, revision, position });
      },
    );

    app.patch(
      '/api/member',
      {
        schema: { body: ProfileChange, response: { 200: MemberAnswer }, summary: 'Change the profile', tags: ['member'] },
        config: { access: 'member', form: 'json' },
      },
      async (request) => {
        const memberId = memberIdOf(request);
        const context = request.context();
        const changes = readProfile(request.body, today());
        const phoneKey = changes.phone === undefined ? null : accounts.phoneKey(changes.phone);
        const command = {
          type: 'ChangeProfile',
          at: context.now.toISOString(),
          subject: memberSubject(memberId),
          changes,
          phoneKey,
        } as const;
        return changed(memberId, await accounts.change(memberId, command, context));
      },
    );

    for (const [method, type] of [
      ['PUT', 'Wish'],
      ['DELETE', 'Unwish'],
    ] as const) {
      app.route({
        method,
        url: '/api/member/wishlist/:productId',
        schema: { params: WishParams, response: { 200: WishlistAnswer }, summary: `${type} a product`, tags: ['member'] },
        config: { access: 'member' },
        async handler(request) {
          const { productId } = request.params as WishParams;
          const context = request.context();
          const { state, revision, position } = await accounts.change(
            memberIdOf(request),
            { type, at: context.now.toISOString(), productId },
            context,
          );
          return { wishlist: [...(state?.wishlist ?? [])], revision, position: String(position) };
        },
      });
    }

    app.post(
      '/api/member/referral',
      {
        schema: {
          body: ReferralRequest,
          response: { 200: ReferralAnswer },
          summary: "Bind another member's invite code",
          tags: ['member'],
        },
        config: { access: 'member', limit: 'guess', form: 'json' },
      },
      async (request) => {
        if (request.body.code.trim() === '') return refuse(400, 'REFERRAL_CODE_INVALID', messages.referralEmpty);
        const code = referralCode(request.body.code);
        if (code === undefined) return refuse(400, 'REFERRAL_CODE_INVALID', messages.referralFormat);
        const caller = callerOf(request);
        let position: bigint;
        try {
          const memberId = memberIdOf(request);
          ({ position } = await accounts.bind(memberId, code, await hasOrdered(memberId), caller));
        } catch (error) {
          // The specification answers 404, 409 and 500 as states of the same answer.
          if (error instanceof Rejected) return { state: error.rejection.status, message: error.rejection.message };
          throw error;
        }
        const message = (await invitationGives(caller.context.now)) ? messages.referralBound : messages.referralBoundAlone;
        return { state: 200, message, position: String(position) };
      },
    );
  };
}
