import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults.ts';
import { type Answer, type Form, formOf, html, isWebUrl, json, provide, queryOf, send } from '../http.ts';
import { page } from '../page.ts';
import { type People, type Person, randomDigits } from '../people.ts';
import { signInPage, withParameters } from '../sign-in-page.ts';
import { FACEBOOK_APP, graphError, proofOf, type Tokens } from './tokens.ts';

export const newFacebookId = (): string => `1${randomDigits(16)}`;

export const FACEBOOK_PEOPLE: readonly Person[] = [
  { id: '10215241773831025', name: '林怡君', email: 'yijun@example.com' },
  { id: '10215241773831026', name: '張志豪', email: 'zhihao@example.com' },
  { id: '10215241773831027', name: '無信箱的人', email: null },
];

/** Registers Facebook's dialog and the Graph calls of a sign-in (providers §4.1). `:version` is not checked. */
export function facebookRoutes(app: FastifyInstance, faults: Faults, people: People, tokens: Tokens): void {
  app.get('/:version/dialog/oauth', (request, reply) => {
    const fields = queryOf(request);
    return isDialog(fields) ? send(reply, html(signInPage('Facebook', people, fields))) : send(reply, badDialog);
  });
  app.post('/:version/dialog/oauth', (request, reply) => {
    const { user = '', action, new_name = '', new_email = '', ...fields } = formOf(request);
    if (!isDialog(fields)) return send(reply, badDialog);
    const back = (answer: Record<string, string>) =>
      reply.redirect(withParameters(fields.redirect_uri, { ...answer, state: fields.state }), 303);
    const person = user === 'new' ? people.add(new_name, new_email) : people.find(user);
    if (action === 'cancel' || !person) return back(DENIED);
    const code = tokens.newCode(person.id, fields.redirect_uri, (fields.scope ?? 'public_profile').split(','));
    return back({ code });
  });

  const call = (name: string, method: 'GET' | 'DELETE', path: string, work: (query: Form) => Answer): void =>
    provide(app, faults, {
      provider: 'facebook',
      name,
      method,
      path,
      handle: (request) => work(queryOf(request)),
      refuse: (code) => failed(Number(code ?? 190), 'refused'),
    });
  /** The token's person; `appsecret_proof` is checked where it was sent, as Meta does. */
  const personOf = ({ access_token = '', appsecret_proof }: Form): { person: Person; scopes: string[] } | undefined => {
    const token = tokens.find(access_token);
    const person = token && people.find(token.userId);
    if (!person || (appsecret_proof !== undefined && appsecret_proof !== proofOf(access_token))) return undefined;
    return { person, scopes: token.scopes };
  };

  call('token', 'GET', '/:version/oauth/access_token', ({ client_id, client_secret, code = '', redirect_uri = '' }) => {
    if (client_id !== FACEBOOK_APP.id) return failed(101, 'Error validating application.');
    if (client_secret !== FACEBOOK_APP.secret) return failed(1, 'Error validating client secret.');
    const made = tokens.exchange(code, redirect_uri);
    if (!made) return failed(100, 'This authorization code has been used or does not belong to this redirect_uri.');
    return json({ access_token: made.token, token_type: 'bearer', expires_in: made.expiresIn });
  });

  call('debug', 'GET', '/:version/debug_token', ({ input_token = '', access_token }) => {
    if (access_token !== `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}`) return failed(190, 'Invalid OAuth access token.');
    const token = tokens.find(input_token);
    if (!token) return json({ data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token.' } } });
    return json({
      data: {
        app_id: FACEBOOK_APP.id,
        type: 'USER',
        application: 'Nordhaut',
        is_valid: true,
        expires_at: tokens.expiresAt(token),
        data_access_expires_at: tokens.expiresAt(token),
        scopes: token.scopes,
        user_id: token.userId,
      },
    });
  });

  call('me', 'GET', '/:version/me', (query) => {
    const found = personOf(query);
    if (!found) return failed(190, 'Invalid OAuth access token.');
    const { person, scopes } = found;
    const fields = (query.fields ?? 'id,name').split(',');
    return json({
      id: person.id,
      ...(fields.includes('name') && { name: person.name }),
      ...(fields.includes('email') && scopes.includes('email') && person.email ? { email: person.email } : {}),
    });
  });

  call('permissions', 'DELETE', '/:version/me/permissions', (query) => {
    const found = personOf(query);
    if (!found) return failed(190, 'Invalid OAuth access token.');
    tokens.revoke(found.person.id);
    return json({ success: true });
  });
}

const DENIED = { error_reason: 'user_denied', error: 'access_denied', error_description: 'Permissions error' };
const failed = (code: number, message: string): Answer => json(graphError(code, message), 400);
const badDialog: Answer = { ...html(page('Facebook', '<main class="card"><h1>無法載入網址</h1></main>')), status: 400 };

const isDialog = (fields: Form): fields is Form & { redirect_uri: string } =>
  fields.client_id === FACEBOOK_APP.id && isWebUrl(fields.redirect_uri) && (fields.response_type ?? 'code') === 'code';
