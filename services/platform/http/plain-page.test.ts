import { expect, test } from 'vitest';
import { plainPage } from './plain-page.ts';

test('a page without the web app has its text as text, the way on, and the way home once', () => {
  const page = plainPage({ title: '<目前>', texts: ['全家"台北"店\n松山區'], way: { path: '/payment?a=1&b=2', text: '返回' } });
  expect(page).toContain('&lt;目前&gt;</h1>');
  expect(page).toContain('全家&quot;台北&quot;店<br>松山區</p>');
  expect(page.match(/<a href="[^"]*"/g)).toEqual(['<a href="/payment?a=1&amp;b=2"', '<a href="/"']);
  expect(page).not.toMatch(/<script|<style|src=|url\(/);
  expect(plainPage({ title: '', texts: [], way: { path: '/', text: '回首頁' } }).match(/<a href/g)).toHaveLength(1);
});
