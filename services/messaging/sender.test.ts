import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { ContactConfig } from './config.ts';
import { sellerLine } from './sender.ts';

const lineOf = (settings: Record<string, string>) => sellerLine(z.parse(ContactConfig, settings));

test('the company that sells is one line of a mail, and nothing without its name', () => {
  const named = { SELLER_NAME: '北膚股份有限公司', SELLER_TAX_ID: '04595257', SELLER_ADDRESS: '臺北市大安區' };
  expect(lineOf({ ...named, SELLER_REPRESENTATIVE: '林北北' })).toBe('北膚股份有限公司　統一編號 04595257　臺北市大安區');
  expect(lineOf({ SELLER_NAME: '北膚股份有限公司' })).toBe('北膚股份有限公司');
  expect(lineOf({ ...named, SELLER_NAME: '' })).toBe('');
});
