import {
  AuthenticatorAnswer,
  CeremonyAnswer,
  CeremonyRequest,
  ChangeRightsRequest,
  CodeSignIn,
  Done,
  InvitationAnswer,
  InvitationRequest,
  InviteStaffAnswer,
  InviteStaffRequest,
  JoinByAuthenticator,
  JoinByPasskey,
  JoinedAnswer,
  Me,
  ReasonRequest,
  SecondFactorRequest,
  StaffHistory,
  StaffList,
  StaffParams,
} from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { ConsoleCookie } from './authorise.ts';
import type { StaffMembers } from './members.ts';
import type { StaffSignIn } from './sign-in.ts';
import type { StaffStore } from './store.ts';

export type StaffHttp = {
  members: StaffMembers;
  signIn: StaffSignIn;
  store: StaffStore;
  cookie: ConsoleCookie;
  historyOf: (staffId: string) => Promise<StaffHistory | undefined>;
};

const tags = ['support'];
/** Before a sign-in. No answer is kept: each has a secret. */
const open = { access: 'public', idempotency: 'off', limit: 'guess' } as const;
const ok = { ok: true } as const;

/** Invitation, sign-in and the list of the staff. */
export function staffRoutes({ members, signIn, store, cookie, historyOf }: StaffHttp): Routes {
  const origin = (request: FastifyRequest) => ({ context: request.context(), ip: request.ip });
  const joined = ({ session, ...answer }: JoinedAnswer & { session: string }, reply: FastifyReply): JoinedAnswer => {
    cookie.set(reply, session);
    return answer;
  };
  const asJson = ({ challengeId, options }: { challengeId: string; options: object }) => ({ challengeId, options: { ...options } });

  return (app) => {
    app.post(
      '/api/support/invitation',
      { schema: { body: InvitationRequest, response: { 200: InvitationAnswer }, summary: 'Whom a link invites', tags }, config: open },
      async (request) => {
        const { name, anew } = await signIn.invitee(request.body.token);
        return { name, anew };
      },
    );
    app.post(
      '/api/support/join/passkey/options',
      { schema: { body: InvitationRequest, response: { 200: CeremonyAnswer }, summary: 'Begin the first passkey', tags }, config: open },
      async (request) => asJson(await signIn.passkeyForJoin(request.body.token)),
    );
    app.post(
      '/api/support/join/passkey',
      { schema: { body: JoinByPasskey, response: { 200: JoinedAnswer }, summary: 'Keep the first passkey', tags }, config: open },
      async (request, reply) => {
        const { token, challengeId, response } = request.body;
        return joined(await signIn.joinByPasskey(token, challengeId, response, origin(request)), reply);
      },
    );
    app.post(
      '/api/support/join/authenticator/options',
      {
        schema: { body: InvitationRequest, response: { 200: AuthenticatorAnswer }, summary: 'Begin an authenticator', tags },
        config: open,
      },
      (request) => signIn.authenticatorForJoin(request.body.token),
    );
    app.post(
      '/api/support/join/authenticator',
      { schema: { body: JoinByAuthenticator, response: { 200: JoinedAnswer }, summary: 'Keep an authenticator', tags }, config: open },
      async (request, reply) => {
        const { token, challengeId, code } = request.body;
        return joined(await signIn.joinByAuthenticator(token, challengeId, code, origin(request)), reply);
      },
    );
    app.post(
      '/api/support/sign-in/passkey/options',
      { schema: { response: { 200: CeremonyAnswer }, summary: 'Begin a sign-in by passkey', tags }, config: open },
      async () => asJson(await signIn.passkeyForSignIn()),
    );
    app.post(
      '/api/support/sign-in/passkey',
      { schema: { body: CeremonyRequest, response: { 200: Done }, summary: 'Sign in by passkey', tags }, config: open },
      async (request, reply) => {
        cookie.set(reply, await signIn.signInByPasskey(request.body.challengeId, request.body.response));
        return ok;
      },
    );
    app.post(
      '/api/support/sign-in/code',
      { schema: { body: CodeSignIn, response: { 200: Done }, summary: 'Sign in by authenticator or recovery code', tags }, config: open },
      async (request, reply) => {
        cookie.set(reply, await signIn.signInByCode(request.body.accountNo, request.body.code, origin(request)));
        return ok;
      },
    );
    app.post(
      '/api/support/second-factor',
      {
        schema: { body: SecondFactorRequest, response: { 200: Done }, summary: 'Show the second factor again', tags },
        config: { access: 'support', idempotency: 'off', limit: 'guess' },
      },
      async (request) => {
        await signIn.confirm(cookie.of(request) ?? '', request.staff?.staffId ?? '', request.body, origin(request));
        return ok;
      },
    );
    app.post(
      '/api/support/sign-out',
      { schema: { response: { 200: Done }, summary: 'Sign out of the console', tags }, config: { access: 'support', idempotency: 'off' } },
      async (request, reply) => {
        const token = cookie.of(request);
        if (token !== undefined) await signIn.signOut(token);
        cookie.clear(reply);
        return ok;
      },
    );
    app.get(
      '/api/support/me',
      { schema: { response: { 200: Me }, summary: 'Who is signed in to the console', tags }, config: { access: 'support' } },
      async ({ staff }) => {
        if (!staff) return refuse(401, 'UNAUTHORISED', messages.signInFirst);
        return { ...staff, rights: [...staff.rights], recoveryCodesLeft: await store.recoveryCodesLeft(staff.staffId) };
      },
    );

    const own = ({ staff }: FastifyRequest) => staff?.rights ?? [];
    const administer = { access: 'support', right: 'administer' } as const;
    /** Who opens, resets or ends accounts is there in person: a browser that was left open, or a stolen cookie, is not enough. */
    const change = { ...administer, secondFactor: true } as const;
    app.get(
      '/api/support/staff',
      { schema: { response: { 200: StaffList }, summary: 'The staff', tags }, config: administer },
      async () => ({
        staff: (await members.list()).map(({ staffId, staff: { name, rights, factors, left } }) => ({
          staffId,
          name: name || messages.unknownStaff,
          rights,
          state: left ? ('left' as const) : factors.length > 0 ? ('active' as const) : ('invited' as const),
          factors: factors.map(({ kind }) => kind),
        })),
      }),
    );
    app.get(
      '/api/support/staff/:staffId/events',
      {
        schema: { params: StaffParams, response: { 200: StaffHistory }, summary: 'What became of an account of the staff', tags },
        config: administer,
      },
      async (request) => (await historyOf(request.params.staffId)) ?? refuse(404, 'STAFF_UNKNOWN', messages.staffUnknown),
    );
    // The answers with a link are not kept: a repeated call makes another link.
    app.post(
      '/api/support/staff',
      {
        schema: { body: InviteStaffRequest, response: { 200: InviteStaffAnswer }, summary: 'Invite a member of the staff', tags },
        config: { ...change, idempotency: 'off' },
      },
      (request) => members.invite(request.body.name, request.body.rights, own(request), request.context()),
    );
    app.post(
      '/api/support/staff/:staffId/reset',
      {
        schema: { params: StaffParams, body: ReasonRequest, response: { 200: InviteStaffAnswer }, summary: 'Reset lost factors', tags },
        config: { ...change, idempotency: 'off' },
      },
      async (request) => {
        const { staffId } = request.params;
        return { staffId, link: await members.reset(staffId, request.body.reason, own(request), request.context()) };
      },
    );
    app.post(
      '/api/support/staff/:staffId/rights',
      {
        schema: { params: StaffParams, body: ChangeRightsRequest, response: { 200: Done }, summary: 'Change the rights of somebody', tags },
        config: change,
      },
      async (request) => {
        await members.changeRights(request.params.staffId, request.body.rights, request.body.reason, own(request), request.context());
        return ok;
      },
    );
    app.post(
      '/api/support/staff/:staffId/leave',
      {
        schema: { params: StaffParams, body: ReasonRequest, response: { 200: Done }, summary: 'End an account of the staff', tags },
        config: change,
      },
      async (request) => {
        await members.end(request.params.staffId, request.body.reason, request.context());
        return ok;
      },
    );
  };
}
