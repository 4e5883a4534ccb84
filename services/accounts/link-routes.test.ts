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

test('a link that is refused is a page for a browser, and JSON for a program', async () => {
  const cookie = secretCookie(false, 'reset', 60);
  const app = await testApp({ routes: [linkRoutes({ reset: cookie, confirm: cookie })] });
  const open = (accept: string) => app.inject({ url: '/new-password?token=x&token=y', headers: { accept } });
  try {
    const page = await open('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      400,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(page.body.replaceAll(/ style="[^"]*"/g, '')).toMatch(
      /<h1>目前無法開啟<\/h1>\n<p>無法處理這個請求<\/p>\n<p>\n<a href="\/">回首頁<\/a>\n<\/p>/,
    );
    expect((await open('*/*')).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  } finally {
    await app.close();
  }
});
