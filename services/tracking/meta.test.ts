import { readConfig } from '@nordhaut/platform/config';
import { afterAll, expect, test } from 'vitest';
import { TrackingConfig } from './config.ts';
import { metaProvider } from './meta.ts';

const meta = metaProvider(readConfig(TrackingConfig, { META_PIXEL_ID: '1', META_ACCESS_TOKEN: 'token' } as NodeJS.ProcessEnv));
afterAll(() => meta.close());

const answered = (status: number, body: unknown) =>
  meta.outcomeOf({ ok: true, status, text: typeof body === 'string' ? body : JSON.stringify(body) }).kind;
const refusal = (code: number) => ({ error: { message: '…', type: 'OAuthException', code, fbtrace_id: 'x' } });

test.each([
  ['what was taken', 200, { events_received: 1 }, 'sent'],
  ['an event that is wrong', 400, refusal(100), 'refused'],
  ['a token that has expired: the operator replaces it, and the event is still good', 400, refusal(190), 'again'],
  ['trouble at Meta', 400, refusal(1), 'again'],
  ['a page of a gateway', 502, '<html>', 'again'],
])('%s', (_name, status, body, kind) => expect(answered(status, body)).toBe(kind));
