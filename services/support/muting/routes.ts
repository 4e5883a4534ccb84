import { MuteRequest, MutedAnswer, MutedParams } from '@nordhaut/contracts/support';
import type { Muting } from '@nordhaut/accounts';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { memberByCode } from '../members-by-code.ts';
import { messages } from '../messages.ts';
import type { ViewLog } from '../views.ts';

export type MutingHttp = {
  muting: Pick<Muting, 'byCode' | 'change'>;
  product(productId: number): { nameZh: string } | undefined;
  views: ViewLog;
  clock: () => Date;
};

const tags = ['support'];

/**
 * The products that a member cannot buy (decisions.md 26). The address names the member by the invite code, which the
 * member's own page shows. The event has who did it; the reason may say something about a person's health, so it is only
 * in the log of views, sealed.
 */
export function mutingRoutes({ muting, product, views, clock }: MutingHttp): Routes {
  const memberOf = (code: string) => memberByCode(muting.byCode, code);
  const answer = (muted: readonly number[]): MutedAnswer => ({
    products: muted.map((productId) => ({ productId, nameZh: product(productId)?.nameZh ?? '' })),
  });

  return (app) => {
    app.get(
      '/api/support/members/:code/muted',
      {
        schema: { params: MutedParams, response: { 200: MutedAnswer }, summary: 'The products that a member cannot buy', tags },
        config: { access: 'support', right: 'view' },
      },
      async (request) => {
        const { memberId, muted } = await memberOf(request.params.code);
        await views(request, { action: 'VIEW_MUTED', memberId });
        return answer(muted);
      },
    );
    app.post(
      '/api/support/members/:code/muted',
      {
        schema: {
          params: MutedParams,
          body: MuteRequest,
          response: { 200: MutedAnswer },
          summary: 'Take a product away from a member, or give it back',
          tags,
        },
        config: { access: 'support', right: 'act' },
      },
      async (request) => {
        const { productId, muted, reason } = request.body;
        const { memberId } = await memberOf(request.params.code);
        if (muted && !product(productId)) return refuse(404, 'PRODUCT_NOT_FOUND', messages.productUnknown);
        await views(request, { action: 'MUTE', memberId, reason });
        const command = { type: muted ? 'Mute' : 'Unmute', at: clock().toISOString(), productId } as const;
        return answer(await muting.change(memberId, command, request.context()));
      },
    );
  };
}
