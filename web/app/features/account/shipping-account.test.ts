import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ShippingAccount } from './shipping-account.tsx';

afterEach(() => vi.unstubAllGlobals());

// A rendering to text has the first state of the store: the page does not know the session yet.
test.each([
  ['of a guest offers the registration', '', true],
  ['of a browser with a session offers nothing', 'signed-in=1', false],
])('before the page knows the session, the form %s', (_, cookie, offers) => {
  vi.stubGlobal('document', { cookie });
  expect(renderToStaticMarkup(createElement(MemoryRouter, null, createElement(ShippingAccount))).includes('同時註冊會員')).toBe(offers);
});
