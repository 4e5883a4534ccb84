import { afterEach, expect, test, vi } from 'vitest';
import { useMember } from '../../lib/stores/member.ts';
import { member } from './member.fixture.ts';
import { checkSession, loadMember } from './session.ts';

afterEach(() => {
  useMember.setState({ status: 'unknown', member: undefined, elsewhere: 0 });
  vi.unstubAllGlobals();
});

test.each([
  ['the page asks for the member', loadMember],
  ['the page looks who is signed in', checkSession],
])('an answer that comes after the end of the session brings no member back: %s', async (_, ask) => {
  const page = { cookie: 'signed-in=1' };
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', () => answer.promise);
  useMember.setState({ status: 'member', member });
  const asked = ask();
  page.cookie = '';
  useMember.setState({ status: 'guest', member: undefined, elsewhere: 1 });
  answer.resolve(Response.json({ state: 200, member }));
  await asked;
  expect(useMember.getState()).toMatchObject({ status: 'guest', member: undefined, elsewhere: 1 });
});
