import { testApp } from '@nordhaut/platform/http/testing';
import { expect, test } from 'vitest';
import { linkRoutes } from './link-routes.ts';
import { secretCookie } from './secret-cookies.ts';

test('a link gives its token to a cookie; the page itself and every other page stay with the pages', async () => {
  const cookie = (name: string) => secretCookie(false, name, 60);
  const app = await testApp({
    routes: [
      linkRoutes({ reset: cookie('reset'), confirm: cookie('confirm') }),
      (pages) => {
        pages.get('/*', { config: { access: 'public', limit: 'page' } }, () => 'a page');
      },
    ],
  });
  try {
    const link = await app.inject('/new-password?token=abcdefghijklmnopqrst');
    expect([link.statusCode, link.headers.location, link.cookies[0]?.name]).toEqual([303, '/new-password?step=set', 'reset']);
    for (const path of ['/new-password', '/confirm-email', '/new-password?email=x', '/product?token=abcdefghijklmnopqrst'])
      expect((await app.inject(path)).body).toBe('a page');
  } finally {
    await app.close();
  }
});
