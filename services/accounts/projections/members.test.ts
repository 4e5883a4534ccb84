import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberEvent } from '../member-events.ts';
import { AT as at, registered, subject } from '../testing.ts';
import { closedWith, membersProjection } from './members.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(membersProjection.createTable('members'));
});
beforeEach(() => database.pool.query('truncate members'));
afterAll(() => database.drop());

const toEmail = (emailKey: string): MemberEvent => ({ type: 'EmailChanged', data: { at, emailKey }, subject });
const toPhone = (phoneKey: string | null): MemberEvent => ({
  type: 'ProfileChanged',
  data: { at, fields: [phoneKey === null ? 'city' : 'phone'], birthdaySet: false, phoneKey },
  subject,
});
const closed: MemberEvent = { type: 'AccountClosed', data: { at, wishes: 0 } };

async function fold(...events: MemberEvent[]): Promise<void> {
  for (const event of events)
    await membersProjection.fold(database.pool, 'members', [{ ...event, stream: 'member-m1' } as unknown as DecodedEvent]);
}
const found = (emails: string[], phones: string[]): Promise<string[]> => closedWith(database.pool, { emails, phones });

describe('a closed account', () => {
  it('is found by each address and number that it has or had', async () => {
    await fold(registered, toEmail('e2'), toEmail('e3'), toPhone('p2'), toPhone(null), toPhone('p3'), closed);
    for (const key of ['e1', 'e2', 'e3']) expect(await found([key, 'e9'], ['p9']), key).toEqual(['m1']);
    for (const key of ['p1', 'p2', 'p3']) expect(await found(['e9'], [key]), key).toEqual(['m1']);
    expect(await found(['e1', 'e3'], ['p1', 'p3'])).toEqual(['m1']);
    expect(await found(['p1'], ['e1'])).toEqual([]);
  });

  it('is found by the twenty newest earlier numbers', async () => {
    await fold(registered, ...Array.from({ length: 21 }, (_, n) => toPhone(`p${n + 2}`)), closed);
    expect(await found([], ['p1'])).toEqual([]);
    expect(await found([], ['p2'])).toEqual(['m1']);
  });

  it('is found while the read model of the release before has no earlier keys', async () => {
    await fold(registered, toEmail('e2'), closed);
    await database.pool.query('alter table members rename column earlier_emails to later_emails');
    try {
      expect(await found(['e2'], [])).toEqual(['m1']);
      expect(await found(['e1'], [])).toEqual([]);
    } finally {
      await database.pool.query('alter table members rename column later_emails to earlier_emails');
    }
  });
});

it('finds no open account', async () => {
  await fold(registered, toEmail('e2'), toPhone('p2'));
  expect(await found(['e1', 'e2'], ['p1', 'p2'])).toEqual([]);
});
