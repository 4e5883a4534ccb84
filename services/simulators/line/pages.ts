import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Form, formOf, html, isWebUrl, queryOf, send } from '../http.ts';
import { escape, page } from '../page.ts';
import type { People, Person } from '../people.ts';
import { signInPage, withParameters } from '../sign-in-page.ts';
import type { Grants } from './grants.ts';
import { LINE_CHANNEL } from './id-token.ts';

/** `U` and 32 hex digits. */
export const newLineId = (): string => `U${randomBytes(16).toString('hex')}`;

export const LINE_PEOPLE: readonly Person[] = [
  { id: 'U0123456789abcdef0123456789abcdef', name: '王大明', email: 'ming@example.com' },
  { id: 'U11111111111111111111111111111111', name: '陳小美', email: 'mei@example.com' },
  { id: 'U22222222222222222222222222222222', name: '無信箱的人', email: null },
];

/** A callback on the visitor's own machine, or the shop's. LINE keeps a list of them; this rule stands for that list. */
const isRegistered = (uri: string | undefined): uri is string => {
  if (!isWebUrl(uri)) return false;
  const { hostname, pathname, hash } = new URL(uri);
  return hash === '' && (['localhost', '127.0.0.1', '[::1]'].includes(hostname) || pathname === '/api/line/login');
};

/** Registers the page to which the shop sends the browser (providers §3.1). */
export function linePages(app: FastifyInstance, people: People, grants: Grants): void {
  app.get('/oauth2/v2.1/authorize', (request, reply) => {
    const fields = queryOf(request);
    const answer = answerOf(fields);
    if (answer !== undefined) return answered(reply, fields, answer);
    if (fields.prompt === 'none') return answered(reply, fields, { error: 'LOGIN_REQUIRED' });
    return send(reply, html(signInPage('LINE', people, fields)));
  });

  app.post('/oauth2/v2.1/authorize', (request, reply) => {
    const { user = '', action, new_name = '', new_email = '', ...fields } = formOf(request);
    const answer = answerOf(fields);
    if (answer !== undefined) return answered(reply, fields, answer);
    if (action === 'cancel') return answered(reply, fields, { error: 'ACCESS_DENIED', error_description: 'The user denied the request.' });
    const person = user === 'new' ? people.add(new_name, new_email) : people.find(user);
    if (!person) return answered(reply, fields, { error: 'SERVER_ERROR' });
    const code = grants.newCode(person.id, fields);
    return answered(reply, fields, { code });
  });
}

/** The error for a bad request. A text is shown on LINE's own page, because the browser cannot be sent back. */
function answerOf(fields: Form): Record<string, string> | string | undefined {
  if (fields.client_id !== LINE_CHANNEL.id) return 'client_id';
  if (!isRegistered(fields.redirect_uri)) return 'redirect_uri';
  if (!fields.state) return { error: 'INVALID_REQUEST', error_description: 'state is required' };
  if (fields.response_type !== 'code') return { error: 'UNSUPPORTED_RESPONSE_TYPE' };
  const scopes = (fields.scope ?? '').split(' ');
  const known = scopes.every((scope) => ['profile', 'openid', 'email'].includes(scope));
  if (!known || (scopes.includes('email') && !scopes.includes('openid'))) return { error: 'INVALID_SCOPE' };
  if (fields.code_challenge && fields.code_challenge_method !== 'S256') return { error: 'INVALID_REQUEST' };
  return undefined;
}

function answered(reply: FastifyReply, fields: Form, answer: Record<string, string> | string): FastifyReply {
  if (typeof answer === 'string')
    return send(reply, {
      ...html(page('400 Bad Request', `<main class="card"><h1>400 Bad Request</h1><p>${escape(answer)}</p></main>`)),
      status: 400,
    });
  return reply.redirect(withParameters(fields.redirect_uri as string, { ...answer, state: fields.state }), 303);
}
