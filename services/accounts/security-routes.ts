import {
  accountMessages as messages,
  ChangeEmailRequest,
  ChangePasswordRequest,
  ConfirmRequest,
  DeleteAccountAnswer,
  DeleteAccountRequest,
  EmailRequest,
  Empty,
  MemberAnswer,
  NewPasswordRequest,
  ProveRequest,
  StateMessage,
  WayParams,
} from '@nordhaut/contracts';
import type { Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type { Addresses } from './addresses.ts';
import { callerOf, memberIdOf } from './callers.ts';
import type { Closing } from './closing.ts';
import { clearAtSignOut, keepMark, type LinkCookies } from './link-routes.ts';
import type { Passwords } from './passwords.ts';
import type { Proofs } from './proofs.ts';
import type { AdoptFor } from './signed-in.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { SocialSignIn } from './social/sign-in.ts';
import type { Accounts } from './accounts.ts';

export type SecurityHttp = {
  adoptFor: AdoptFor;
  accounts: Accounts;
  passwords: Passwords;
  addresses: Addresses;
  closing: Closing;
  proofs: Proofs;
  social: Pick<SocialSignIn, 'unlink'>;
  cookies: SessionCookies;
  linkCookies: LinkCookies;
};

/** Routes of passwords, the e-mail address, the ways to sign in, and the end of the account. */
export function securityRoutes({
  adoptFor,
  accounts,
  passwords,
  addresses,
  closing,
  proofs,
  social,
  cookies,
  linkCookies,
}: SecurityHttp): Routes {
  const here = (request: FastifyRequest) => ({
    memberId: memberIdOf(request),
    sessionId: request.sessionId ?? '',
    sessionToken: cookies.tokenOf(request) ?? '',
  });
  // A stored answer would tell a repeated guess from a new one, and a secret would stand in its key.
  const guess = { limit: 'guess', form: 'json', idempotency: 'off' } as const;

  return (app) => {
    app.post(
      '/api/password-reset',
      {
        schema: { body: EmailRequest, response: { 200: StateMessage }, summary: 'Send a link to a new password', tags: ['accounts'] },
        config: { access: 'public', ...guess },
      },
      async (request) => {
        await passwords.requestReset(request.body.email, callerOf(request));
        return { state: 200, message: messages.resetSent };
      },
    );

    app.post(
      '/api/new-password',
      {
        schema: { body: NewPasswordRequest, response: { 200: StateMessage }, summary: 'Set a new password by a link', tags: ['accounts'] },
        config: { access: 'public', ...guess },
      },
      async (request, reply) => {
        const member = await passwords.reset(linkCookies.reset.of(request), request.body.password, request.context());
        cookies.clear(reply);
        clearAtSignOut(linkCookies, reply);
        keepMark(linkCookies, accounts.markOf(member), reply);
        return { state: 200, message: messages.saved };
      },
    );

    app.post(
      '/api/member/password',
      {
        schema: { body: ChangePasswordRequest, response: { 200: StateMessage }, summary: 'Change the password', tags: ['member'] },
        config: { access: 'member', ...guess },
      },
      async (request, reply) => {
        const { current, password } = request.body;
        const member = await passwords.change({ ...here(request), current, password }, callerOf(request));
        keepMark(linkCookies, accounts.markOf(member), reply);
        return { state: 200, message: messages.saved };
      },
    );

    app.post(
      '/api/member/password-reset',
      {
        schema: { body: Empty, response: { 200: StateMessage }, summary: 'Send a link to a new password', tags: ['member'] },
        config: { access: 'member', ...guess },
      },
      async (request) => {
        await passwords.requestOwnReset(here(request), request.context());
        return { state: 200, message: messages.resetSentFromProfile };
      },
    );

    app.post(
      '/api/member/confirmation',
      {
        schema: { body: Empty, response: { 200: StateMessage }, summary: 'Send the link that confirms the e-mail again', tags: ['member'] },
        config: { access: 'member', ...guess },
      },
      async (request) => {
        await addresses.requestConfirmation(memberIdOf(request), callerOf(request));
        return { state: 200, message: messages.confirmSent };
      },
    );

    app.post(
      '/api/member/confirm',
      {
        schema: { body: ConfirmRequest, response: { 200: StateMessage }, summary: 'Confirm the e-mail by a link', tags: ['member'] },
        config: { access: 'public', ...guess },
      },
      async (request, reply) => {
        const memberId = request.actor?.kind === 'member' ? request.actor.id : undefined;
        await addresses.confirm(request.body.token ?? linkCookies.confirm.of(request), memberId, request.context());
        linkCookies.confirm.clear(reply);
        if (memberId !== undefined) await adoptFor(memberId, request, reply);
        return { state: 200, message: messages.emailConfirmed };
      },
    );

    app.post(
      '/api/member/email',
      {
        schema: { body: ChangeEmailRequest, response: { 200: StateMessage }, summary: 'Change the e-mail', tags: ['member'] },
        config: { access: 'member', ...guess },
      },
      async (request) => {
        const { user_email: typed, password } = request.body;
        await addresses.requestChange({ ...here(request), typed, password }, callerOf(request));
        return { state: 200, message: messages.confirmSent };
      },
    );

    app.post(
      '/api/member/prove',
      {
        schema: {
          body: ProveRequest,
          response: { 200: StateMessage },
          summary: 'Prove anew to be the member, for one change of the ways to sign in',
          tags: ['member'],
        },
        config: { access: 'member', ...guess },
      },
      async (request, reply) => {
        const who = { ...here(request), password: request.body.password };
        linkCookies.proof.set(reply, await proofs.make(who, callerOf(request)));
        return { state: 200, message: messages.proven };
      },
    );

    app.delete(
      '/api/member/ways/:way',
      {
        schema: { params: WayParams, response: { 200: MemberAnswer }, summary: 'Remove a way to sign in', tags: ['member'] },
        config: { access: 'member' },
      },
      async (request, reply) => {
        const who = here(request);
        const { memberId } = who;
        const proven = await proofs.need(linkCookies.proof.of(request), who);
        linkCookies.proof.clear(reply);
        await social.unlink(proven, request.params.way, who.sessionToken, callerOf(request));
        const { member, revision, position } = await accounts.member(memberId);
        return { state: 200, member: await accounts.viewOf(memberId, member, revision), position: String(position) };
      },
    );

    app.delete(
      '/api/member',
      {
        schema: { body: DeleteAccountRequest, response: { 200: DeleteAccountAnswer }, summary: 'Delete the account', tags: ['member'] },
        config: { access: 'member', ...guess },
      },
      async (request, reply) => {
        const pending = await closing.close({ ...here(request), password: request.body.password }, callerOf(request));
        cookies.clear(reply);
        clearAtSignOut(linkCookies, reply);
        linkCookies.known.clear(reply);
        reply.forgetVisitor();
        return { state: 200, pending };
      },
    );
  };
}
