import { parseArgs } from 'node:util';
import { seedMembers } from './seed-members.ts';
import { runTool, say, WrongUsage } from '@nordhaut/shop/tool';

// `scripts/seed.mjs` has the usage.
const { values } = parseArgs({
  options: { members: { type: 'string' }, orders: { type: 'string' }, credit: { type: 'string' }, password: { type: 'string' } },
});
const whole = (text: string | undefined, name: string): number => {
  const value = Number(text ?? 0);
  if (!Number.isSafeInteger(value) || value < 0 || value > 1_000_000) throw new WrongUsage(`--${name} is a whole number up to 1,000,000.`);
  return value;
};

/** `npm run seed`: opening the stores writes the reference data of this release. `--members` adds invented members with orders. */
await runTool(async (engine) => {
  say('The database has the reference data of this release.');
  const [members, orders, credit] = [whole(values.members, 'members'), whole(values.orders, 'orders'), whole(values.credit, 'credit')];
  if (members === 0) return true;
  if (engine.config.NODE_ENV === 'production') throw new WrongUsage('Invented members have no place in production.');
  const seeded = await seedMembers(engine, { members, orders, credit, password: values.password ?? 'abc123' });
  say(`Added ${seeded.members} members with ${seeded.orders} orders.`);
  return true;
});
