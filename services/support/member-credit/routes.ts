import {
  MemberCreditAnswer,
  MemberCreditDone,
  MemberCreditParams,
  MemberCreditPreviewRequest,
  MemberCreditRequest,
  MemberPreview,
} from '@nordhaut/contracts/support';
import type { Routes } from '@nordhaut/platform/http';
import { memberByCode } from '../members-by-code.ts';
import { staffIdOf } from '../staff/authorise.ts';
import type { ViewLog } from '../views.ts';
import type { MemberCredit } from './acts.ts';

export type MemberCreditHttp = {
  credit: MemberCredit;
  /** the member with this invite code */
  byCode(code: string): Promise<{ memberId: string } | undefined>;
  views: ViewLog;
  staff: { nameOf(staffId: string): Promise<string> };
};

const tags = ['support'];
const path = '/api/support/members/:code/credit';

/**
 * Shopping credit that support gives a member without an order. The address names the member by the invite code. The wallet's
 * events have who did it and a code; the typed reason may say something about a person, so it is only in the log of views, sealed.
 * Who may judge a proposal reads its reason from there.
 */
export function memberCreditRoutes({ credit, byCode, views, staff }: MemberCreditHttp): Routes {
  const memberOf = async ({ code }: { code: string }): Promise<string> => (await memberByCode(byCode, code)).memberId;
  return (app) => {
    app.get(
      path,
      {
        schema: {
          params: MemberCreditParams,
          response: { 200: MemberCreditAnswer },
          summary: 'Shopping credit that support gave a member without an order',
          tags,
        },
        config: { access: 'support', right: 'view' },
      },
      async (request) => {
        const memberId = await memberOf(request.params);
        await views(request, { action: 'VIEW_CREDIT', memberId });
        const mayJudge = request.staff?.rights.includes('refund') === true;
        return credit.shown(memberId, { staffId: staffIdOf(request), mayJudge }, staff.nameOf);
      },
    );
    app.post(
      `${path}/preview`,
      {
        schema: {
          params: MemberCreditParams,
          body: MemberCreditPreviewRequest,
          response: { 200: MemberPreview },
          summary: 'What giving or taking back such credit would do now',
          tags,
        },
        // It changes nothing, and a stored answer would be out of date.
        config: { access: 'support', right: 'view', idempotency: 'off' },
      },
      async (request) => {
        const memberId = await memberOf(request.params);
        await views(request, { action: 'PREVIEW_CREDIT', memberId });
        return credit.preview(memberId, request.body.act, staffIdOf(request));
      },
    );
    app.post(
      path,
      {
        schema: {
          params: MemberCreditParams,
          body: MemberCreditRequest,
          response: { 200: MemberCreditDone },
          summary: 'Give a member shopping credit without an order, take it back, or judge what somebody proposed',
          tags,
        },
        config: { access: 'support', right: 'refund' },
      },
      async (request) => {
        const { act, reason } = request.body;
        const memberId = await memberOf(request.params);
        await views(request, { action: 'CREDIT', memberId, reason });
        return credit.act(memberId, act, request.context());
      },
    );
  };
}
