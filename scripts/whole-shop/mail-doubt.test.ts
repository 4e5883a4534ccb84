import { decideDoubt, outcomeOf } from '@nordhaut/messaging/testing';
import { describe, expect, test } from 'vitest';

const begunAt = new Date('2026-11-22T01:00:00Z');
const at = begunAt.getTime() + 500;
const ask = (events: Parameters<typeof decideDoubt>[0]['events'], more: { known?: string[]; full?: boolean } = {}) =>
  decideDoubt({ events, known: new Set(more.known), subject: '訂單', begunAt, full: more.full ?? false });

describe('a mail in doubt', () => {
  test('was sent if one unknown mail has its subject', () => {
    expect(ask([{ id: 'a', subject: '訂單', at }])).toEqual({ kind: 'sent', id: 'a', bounced: false });
    expect(ask([{ id: 'a', subject: '訂單', at, status: 'bounce' }])).toMatchObject({ bounced: true });
    expect(
      ask(
        [
          { id: 'b', subject: '訂單', at },
          { id: 'a', subject: '訂單', at },
        ],
        { known: ['b'] },
      ),
    ).toMatchObject({ id: 'a' });
  });

  test('was not sent if there is nothing, or only other mails and older ones', () => {
    expect(ask([])).toEqual({ kind: 'not-sent' });
    expect(ask([{ id: 'b', subject: '退款', at }])).toEqual({ kind: 'not-sent' });
    expect(ask([{ id: 'b', subject: '訂單', at: begunAt.getTime() - 120_000 }])).toEqual({ kind: 'not-sent' });
    expect(ask([{ id: 'b', subject: '訂單', at }], { known: ['b'] })).toEqual({ kind: 'not-sent' });
  });

  test('cannot be decided with two candidates, an event without a subject, or a full list', () => {
    const two = [
      { id: 'a', subject: '訂單', at },
      { id: 'b', subject: '訂單', at },
    ];
    expect(ask(two).kind).toBe('undecided');
    expect(ask([{ id: 'a' }]).kind).toBe('undecided');
    expect(ask([{ id: 'b', subject: '退款', at }], { full: true }).kind).toBe('undecided');
  });
});

describe('an answer of the provider', () => {
  const answered = (status: number, body: unknown) =>
    outcomeOf({ ok: true, status, text: typeof body === 'string' ? body : JSON.stringify(body) }, 'Mei@example.com').kind;

  test.each([
    [200, { id: 'm', success: [{ id: 'a', address: 'mei@example.com' }], failure: {} }, 'sent'],
    [200, { id: 'm', success: [], failure: { 'mei@example.com': 'Invalid: address is not a valid email format' } }, 'refused'],
    [200, { id: 'm', success: [], failure: { 'mei@example.com': 'Invalid: sender domain unverified' } }, 'not-accepted'],
    [200, { id: 'm', success: [{ id: 'a', address: 'other@example.com' }], failure: {} }, 'unknown'],
    [200, { id: 'm', success: [], failure: [] }, 'unknown'],
    [200, '{"id":', 'unknown'],
    [200, 'null', 'unknown'],
    [403, { message: 'Forbidden' }, 'not-accepted'],
    [429, '', 'not-accepted'],
    [500, '', 'unknown'],
    [503, '', 'unknown'],
    [302, '', 'unknown'],
  ])('%i %j is %s', (status, body, kind) => expect(answered(status, body)).toBe(kind));

  test('that never came: only a connection that was never made is certain', () => {
    expect(outcomeOf({ ok: false, reason: 'ECONNREFUSED', sent: false }, 'a@b.example').kind).toBe('not-accepted');
    expect(outcomeOf({ ok: false, reason: 'no answer in time', sent: true }, 'a@b.example').kind).toBe('unknown');
  });
});
