import { randomUUID } from 'node:crypto';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { askToForget } from '@nordhaut/platform/forgetting';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { staffDecider, staffStream } from '@nordhaut/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkForgetting } from './fixtures/check-forgetting.ts';
import { eventually } from './fixtures/eventually.ts';
import { runForget } from './fixtures/npm-run-forget.ts';
import { invitation } from './fixtures/staff.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let staffId: string;
beforeAll(async () => {
  shop = await testShop();
  ({ staffId } = await invitation(shop, ['view'], '離職金絲雀'));
});
afterAll(() => shop?.close());

type Command = Parameters<typeof staffDecider.decide>[0];
async function send(command: Command) {
  const { commands, clock } = shop.shop.engine;
  const context = { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'support', id: 'cli' } as const, now: clock() };
  const outcome = await commands.handle(staffStream(staffId), staffDecider, command, context);
  return outcome.ok ? 'ok' : outcome.rejection.code;
}
const typesOf = async () => (await shop.shop.engine.store.read(staffStream(staffId))).map(({ type }) => type);
const nameNow = async () => (await shop.shop.engine.commands.load(staffStream(staffId), staffDecider)).state?.name;
const planned = async () => {
  const { engine } = shop.shop;
  const plans = await Promise.all(engine.forgets.map(async ({ plan }) => (await plan?.(engine, engine.clock())) ?? []));
  return plans.flat().filter(({ name }) => name === `staff ${staffId}`).length;
};
const keys = async () => {
  const statement = 'select key from subject_keys where subject = $1';
  const { rows } = await shop.shop.engine.pool.query<{ key: Buffer | null }>(statement, [`staff:${staffId}`]);
  return rows.map(({ key }) => key);
};
/** Moves the day on which the person left. */
const leftYearsAgo = async (years: number) => {
  await caughtUp(shop);
  await shop.shop.engine.pool.query('update staff set left_at = now() - make_interval(years => $1) where staff_id = $2', [years, staffId]);
};

test('a member of the staff is forgotten five years after they left, once, and not before', async () => {
  const { engine } = shop.shop;
  const at = engine.clock().toISOString();
  const data = { at, purposes: ['contact'], requester: 'CALENDAR', reason: 'PURPOSE_ENDED', kept: [] } as const;
  expect(await send({ type: 'ForgetStaff', forgotten: { ...data, purposes: ['contact'], kept: [] } })).toBe('STAFF_UNKNOWN');
  await leftYearsAgo(6);
  await forgetWhatIsDue(engine);
  expect(await typesOf()).toEqual(['StaffInvited']);

  expect(await send({ type: 'EndStaff', at, reason: '離職原因金絲雀', isOneself: false })).toBe('ok');
  await leftYearsAgo(4);
  await forgetWhatIsDue(engine);
  expect([await planned(), await nameNow()]).toEqual([0, '離職金絲雀']);

  await leftYearsAgo(6);
  expect(await planned()).toBe(1);
  await Promise.all([forgetWhatIsDue(engine), forgetWhatIsDue(engine)]);
  await caughtUp(shop);
  await forgetWhatIsDue(engine);
  expect(await typesOf()).toEqual(['StaffInvited', 'StaffLeft', 'PersonalDataForgotten']);
  expect([await planned(), await nameNow()]).toEqual([0, '']);
  // A durable consumer destroys the keys after the event.
  await eventually(async () => (await keys()).every((key) => key === null), 'the keys to go');
  expect([...new Set(await keys())]).toEqual([null]);
  const events = await engine.codec.decode(await engine.store.read(staffStream(staffId)));
  expect(JSON.stringify(events.map(({ personal }) => personal))).not.toContain('金絲雀');
  const { store, pool, outer, forgottenFolder } = engine;
  expect(await checkForgetting({ pool, outer, store, folder: forgottenFolder })).toEqual({
    faults: [],
    uncovered: [],
    proven: expect.anything(),
  });
});

test('a request forgets who left more than five years ago, and tells the others until when they are kept', async () => {
  const { engine } = shop.shop;
  const ask = (staff: string) =>
    askToForget(engine, { staff }, { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false });
  expect(await ask('nobody')).toBeUndefined();
  ({ staffId } = await invitation(shop, ['view'], '在職金絲雀'));
  expect(await ask(staffId)).toMatchObject({ kind: 'kept', kept: [{ until: null }, { until: null }] });
  const end = (at: string) => send({ type: 'EndStaff', at, reason: '離職原因金絲雀', isOneself: false });
  await end('2020-02-29T00:00:00.000Z');
  const early = { ...engine, clock: () => new Date('2025-02-28T23:00:00.000Z') };
  const kept = { kind: 'kept', kept: [{ purpose: 'contact', until: '2025-03-01T00:00:00.000Z' }, { purpose: 'support' }] };
  const request = { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: true } as const;
  expect(await askToForget(early, { staff: staffId }, request)).toMatchObject(kept);
  // The role may have been faster.
  const done = await runForget(testEnvironment(shop.databaseUrl, 0, shop.simulators.url), ['--staff', staffId]);
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^Member of the staff ${staffId}: .*forgotten`)) });
  expect(await typesOf()).toEqual(['StaffInvited', 'StaffLeft', 'PersonalDataForgotten']);
  expect(await ask(staffId)).toMatchObject({ kind: 'nothing-left', at: expect.any(String) });
});

test('the list of the staff equals its rebuild', async () => {
  await shop.shop.engine.projector.rebuild('staff');
  await rebuildEqualsLive(shop.shop.engine.projector, 'staff');
});
