import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testEnvironment } from '../../scripts/whole-shop/fixtures/test-shop.ts';
import { runTool, type ToolProcess } from './tool.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

async function run(statement: string): Promise<{ exitCode: ToolProcess['exitCode']; err: string }> {
  let err = '';
  const self: ToolProcess = {
    env: testEnvironment(database.url, 0, 'http://localhost:1'),
    stdout: { write: () => true },
    stderr: { write: (text) => (err += text) },
  };
  await runTool(async ({ pool }) => (await pool.query(statement)).rowCount === 0, self);
  return { exitCode: self.exitCode, err };
}

test('a tool before the first start of the shop asks for the projector, in one line', async () => {
  expect(await run('select from coupons')).toEqual({
    exitCode: 1,
    err: 'The read model coupons does not exist yet. Start the shop, or its role projector, and repeat the command when /readyz is green.\n',
  });
  const { err } = await run('select from no_such_table');
  expect(err).toMatch(/relation "no_such_table" does not exist\n +at /);
});
