import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ConfigError, PlatformConfig, readConfig, sandboxSetting, secret, secretSetting } from './config.ts';

const sentences = (schema: z.ZodMiniObject, env: Record<string, string>): readonly string[] => {
  try {
    readConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};

describe('readConfig', () => {
  it('needs no setting in development', () => {
    expect(readConfig(PlatformConfig, {})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      RATE_LIMITS: true,
      RATE_LIMIT_FACTOR: 1,
      TRUST_PROXY: '',
    });
  });

  it('parses values, and treats an empty variable as not set', () => {
    const config = readConfig(PlatformConfig, {
      PORT: '0',
      RATE_LIMITS: 'off',
      RATE_LIMIT_FACTOR: '2.5',
      PUBLIC_URL: 'https://shop.example/',
      LOG_LEVEL: '',
    });
    expect(config).toMatchObject({
      PORT: 0,
      RATE_LIMITS: false,
      RATE_LIMIT_FACTOR: 2.5,
      PUBLIC_URL: 'https://shop.example',
      LOG_LEVEL: 'info',
    });
  });

  it('takes lists of addresses and networks, and reports what the server could not use', () => {
    const lists = { ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080', TRUST_PROXY: 'uniquelocal, 203.0.113.7,2001:db8::/32' };
    expect(readConfig(PlatformConfig, lists)).toMatchObject(lists);
    // As the gateway's TRUSTED_PROXIES are separated.
    expect(sentences(PlatformConfig, { ALLOWED_ORIGINS: 'a.example', TRUST_PROXY: 'uniquelocal 203.0.113.0/24' })).toEqual([
      'ALLOWED_ORIGINS must be http or https addresses, separated by commas.',
      'TRUST_PROXY must be addresses, networks (10.0.0.0/8), loopback or uniquelocal, separated by commas.',
    ]);
  });

  it('reports each mistake in one sentence, without the value', () => {
    const env = {
      PORT: '70000',
      PUBLIC_URL: 'shop',
      RATE_LIMITS: 'maybe',
      LOG_LEVEL: 'loud',
      SESSION_SECRET: 'short',
      DATABASE_URL: 'mysql://u:geheim@h/d',
    };
    expect(sentences(PlatformConfig, env)).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'PUBLIC_URL must be an http or https address.',
      'DATABASE_URL must be a postgres:// address.',
      'SESSION_SECRET must have at least 32 characters.',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
      'RATE_LIMITS must be on or off.',
    ]);
  });

  it('names a missing setting', () => {
    expect(sentences(z.object({ CARD_KEY: z.string() }), {})).toEqual(['CARD_KEY is missing.']);
  });

  it('reads the settings of capabilities, and refuses their sandbox values in production', () => {
    const Shop = z.extend(PlatformConfig, {
      TAPPAY_PARTNER_KEY: secretSetting({ sandbox: 'partner_sandbox' }),
      ECPAY_MERCHANT: sandboxSetting('2000933'),
    });
    expect(readConfig(Shop, {}).TAPPAY_PARTNER_KEY.reveal()).toBe('partner_sandbox');
    expect(sentences(Shop, { NODE_ENV: 'production', TAPPAY_PARTNER_KEY: 'partner_sandbox', ECPAY_MERCHANT: '2000933' })).toEqual([
      'PUBLIC_URL must be set in production.',
      'SESSION_SECRET must be set in production.',
      'PERSONAL_DATA_KEYS must be set in production.',
      'FORGOTTEN_LIST must be set in production.',
      'TAPPAY_PARTNER_KEY must not be a sandbox value in production.',
      'ECPAY_MERCHANT must not be a sandbox value in production.',
    ]);
    expect(
      sentences(Shop, {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://shop.example',
        SESSION_SECRET: 'a'.repeat(32),
        PERSONAL_DATA_KEYS: `2026:${Buffer.alloc(32, 'k').toString('base64')}`,
        FORGOTTEN_LIST: '/var/lib/nordhaut/forgotten',
        TAPPAY_PARTNER_KEY: 'real',
        ECPAY_MERCHANT: '3000001',
      }),
    ).toEqual([]);
  });
});

describe('a secret', () => {
  it('appears in no text, JSON or inspection, only in `reveal()`', () => {
    const value = secret('hunter2');
    expect(`${value} ${JSON.stringify({ value })} ${inspect({ value })} ${String(Object.entries(value))}`).not.toContain('hunter2');
    expect(value.reveal()).toBe('hunter2');
  });
});
