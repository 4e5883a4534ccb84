import { readFileSync } from 'node:fs';
import { OrderingConfig } from '@nordhaut/ordering';
import { ConfigError } from '@nordhaut/platform/config';
import { describe, expect, test } from 'vitest';
import { productionEnvironment } from '../../scripts/lib/production-environment.mjs';
import { readShopConfig, settingNames } from './config.ts';

const refusals = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    readShopConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};
const production = (more: Record<string, string | undefined> = {}) => refusals({ ...productionEnvironment(), ...more });

describe('production', () => {
  test('starts with its own values', () => {
    expect(production()).toEqual([]);
  });
  test.each([
    ['PUBLIC_URL', undefined, 'PUBLIC_URL must be set in production.'],
    ['PUBLIC_URL', '', 'PUBLIC_URL must be set in production.'],
    ['PUBLIC_URL', 'http://shop.example', 'PUBLIC_URL must be an https address in production.'],
    ['CONSOLE_URL', 'http://console.shop.example', 'CONSOLE_URL must be an https address in production.'],
    ['RATE_LIMITS', 'off', 'RATE_LIMITS must be on in production.'],
    ['CASH_LIMIT', ' No', 'CASH_LIMIT must be on in production.'],
    ['CASH_LIMIT', 'maybe', 'CASH_LIMIT must be on or off.'],
    ['TAPPAY_APP_ID', undefined, 'TAPPAY_APP_ID must be set in production.'],
    ['TAPPAY_APP_ID', '11327', 'TAPPAY_APP_ID must not be a sandbox value in production.'],
    ['TAPPAY_APP_ID', ' 011327.0', 'TAPPAY_APP_ID must not be a sandbox value in production.'],
    ['TAPPAY_BASE_URL', undefined, 'TAPPAY_BASE_URL must be set in production.'],
    ['TAPPAY_BASE_URL', 'http://prod.tappaysdk.com', 'TAPPAY_BASE_URL must be an https address in production.'],
    ['TAPPAY_BASE_URL', 'HTTP://prod.tappaysdk.com', 'TAPPAY_BASE_URL must be an https address in production.'],
    ['TAPPAY_BASE_URL', 'https://sandbox.tappaysdk.com/', 'TAPPAY_BASE_URL must not be a sandbox value in production.'],
    ['TAPPAY_BASE_URL', 'https://SANDBOX.tappaysdk.com:443/x', 'TAPPAY_BASE_URL must not be a sandbox value in production.'],
    ['TAPPAY_BASE_URL', 'prod.tappaysdk.com', 'TAPPAY_BASE_URL must be an http or https address.'],
    ['TAPPAY_SDK_URL', 'http://js.tappaysdk.com/sdk', 'TAPPAY_SDK_URL must be an https address in production.'],
    ['ECPAY_LOGISTICS_BASE_URL', 'http://logistics.ecpay.com.tw', 'ECPAY_LOGISTICS_BASE_URL must be an https address in production.'],
    [
      'ECPAY_LOGISTICS_BASE_URL',
      'https://logistics-stage.ecpay.com.tw/',
      'ECPAY_LOGISTICS_BASE_URL must not be a sandbox value in production.',
    ],
    ['BRAND_EMAIL', undefined, 'BRAND_EMAIL must be set in production.'],
    ['BRAND_EMAIL', 'support@nordhaut.example', 'BRAND_EMAIL must not be a sandbox value in production.'],
    ['BRAND_PHONE', '+886 2 0000 0000', 'BRAND_PHONE must not be a sandbox value in production.'],
    ['BRAND_CHAT_URL', 'line.me/R/ti/p/@shop', 'BRAND_CHAT_URL must be an http or https address.'],
    ['ZIP_LOOKUP_URL', 'http://zip5.example/zip5json.py', 'ZIP_LOOKUP_URL must be an https address in production.'],
  ])('does not start with %s=%s', (name, value, sentence) => {
    expect(production({ [name]: value })).toEqual([sentence]);
  });
  test.each([
    '2027-02-30',
    '2027-02-14/2027-02-05',
    '2027-02-05/2028-02-14',
    '2027-02-05/2027-02-14/2027-02-20',
    '2027-2-5',
    '2027-02-05/',
    '2027-02-05 2027-02-06',
  ])('does not start with CLOSED_DAYS=%s', (CLOSED_DAYS) => {
    expect(production({ CLOSED_DAYS })).toEqual([expect.stringMatching(/^CLOSED_DAYS must be days or periods of at most \d+ days/)]);
  });
  test('reads closed days and periods', () => {
    const { CLOSED_DAYS } = readShopConfig({ CLOSED_DAYS: ' 2028-02-28/2028-03-01, 2027-12-31/2028-01-01,2027-03-01, ' }).of(
      OrderingConfig,
    );
    expect([...CLOSED_DAYS]).toEqual(['2028-02-28', '2028-02-29', '2028-03-01', '2027-12-31', '2028-01-01', '2027-03-01']);
    expect(readShopConfig({}).of(OrderingConfig).CLOSED_DAYS.size).toBe(0);
  });
  test('does not start with simulators', () => {
    expect(production({ SIMULATORS: 'on', TAPPAY_BASE_URL: undefined })).toContain(
      'TAPPAY_BASE_URL must be an https address in production.',
    );
  });
  test('starts with protections that are named as on', () => {
    expect(production({ RATE_LIMITS: 'true', CASH_LIMIT: 'ON' })).toEqual([]);
  });
  test('shows no address of the invented shop: what is not set has no link, and the address of customer service instead', () => {
    const shown = (more: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(readShopConfig({ ...productionEnvironment(), ...more })).filter(([name]) => /^BRAND_.*(URL|EMAIL)$/.test(name)),
      );
    const BRAND_EMAIL = 'care@shop.example';
    const own = { BRAND_EMAIL, BRAND_BUSINESS_EMAIL: BRAND_EMAIL, BRAND_PROCUREMENT_EMAIL: BRAND_EMAIL };
    const none = { BRAND_CHAT_URL: '', BRAND_FACEBOOK_URL: '', BRAND_INSTAGRAM_URL: '' };
    expect(shown({ BRAND_EMAIL })).toEqual({ ...own, ...none });
    expect(shown({ BRAND_EMAIL, ...none })).toEqual({ ...own, ...none });
    const set = { BRAND_CHAT_URL: 'https://line.me/R/ti/p/@shop', BRAND_BUSINESS_EMAIL: 'b2b@shop.example' };
    expect(shown({ BRAND_EMAIL, ...set })).toEqual({ ...own, ...none, ...set });
  });
  test('starts without the postal code look-up', () => {
    expect(production({ ZIP_LOOKUP_URL: 'off' })).toEqual([]);
  });
});

test('development starts without settings, with addresses without TLS, and without limits', () => {
  expect(refusals({})).toEqual([]);
  expect(refusals({ TAPPAY_BASE_URL: 'http://127.0.0.1:4001', TAPPAY_APP_ID: '11327' })).toEqual([]);
  expect(refusals({ RATE_LIMITS: 'off', CASH_LIMIT: 'off' })).toEqual([]);
});

test('the start refuses a grace period that is shorter than a charge can take', () => {
  expect(refusals({ CHECKOUT_GRACE: '1000', TAPPAY_TIMEOUT: '1000' })).toEqual([expect.stringContaining('CHECKOUT_GRACE must be longer')]);
});

describe('how long something is kept', () => {
  const page = readFileSync(new URL('../../infra/production.md', import.meta.url), 'utf8');
  const table = new Map(
    [...page.matchAll(/^\| `(KEEP_\w+)` \| (\d+) (days|years) \|/gm)].map(([, name = '', least, unit]) => [name, { least, unit }]),
  );

  test('is one table in the page for production, with every setting', () => {
    expect([...table.keys()].sort()).toEqual(settingNames.filter((name) => name.startsWith('KEEP_')).sort());
  });
  test.each([...table])('%s has the default of the table, and less is refused with the reason', (name, { least, unit }) => {
    expect(name.endsWith(`_${unit?.toUpperCase()}`)).toBe(true);
    expect(refusals({ [name]: least })).toEqual([]);
    expect(refusals({ [name]: String(Number(least) - 1) })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be a whole number from ${least} to \\d+: [a-z].{10,}\\.$`)),
    ]);
  });
  test('the names of the staff do not end before the log that names them', () => {
    expect(refusals({ KEEP_VIEWS_YEARS: '7' })).toEqual([
      'KEEP_STAFF_YEARS must not be less than KEEP_VIEWS_YEARS: the log of views needs the names.',
    ]);
    expect(refusals({ KEEP_VIEWS_YEARS: '7', KEEP_STAFF_YEARS: '7' })).toEqual([]);
  });
});

test('the start reports the mistakes in the settings of all modules at once', () => {
  expect(refusals({ REQUEST_TIMEOUT: 'x', PARCEL_POLL_RATE: '0', SOCKET_POLLING: 'maybe' })).toHaveLength(3);
});

describe('development', () => {
  test('names a wrong setting once, and not each address that is made of it', () => {
    expect(refusals({ PORT: 'abc' })).toEqual(['PORT must be a whole number from 0 to 65535.']);
    expect(refusals({ SIMULATORS_PORT: '99999' })).toEqual(['SIMULATORS_PORT must be a whole number from 0 to 65535.']);
    expect(refusals({ SIMULATORS_URL: 'simulators' })).toEqual(['SIMULATORS_URL must be an http or https address.']);
  });
});
