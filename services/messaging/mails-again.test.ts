import { expect, test } from 'vitest';
import { mailsAgain } from './mails-again.ts';

test('sending a mail again reads no copies of the mails that were sent', async () => {
  const statements: string[] = [];
  const pool = {
    query: (text: string) => {
      statements.push(text);
      return Promise.resolve({ rows: [] });
    },
  };
  const { send } = mailsAgain({ pool, clock: () => new Date(0) } as unknown as Parameters<typeof mailsAgain>[0]);
  expect(await send('order-N1', 'M1')).toBe('unknown');
  expect(statements).toHaveLength(1);
  expect(statements[0]).not.toContain('sealed');
});
