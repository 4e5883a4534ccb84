import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { RIGHTS, type Right } from '@nordhaut/contracts/support';
import { Rejected } from '@nordhaut/platform/http';
import { openSupport } from '@nordhaut/support/module';
import { runTool, say, tell, WrongUsage } from '@nordhaut/shop/tool';

/** `npm run staff`; `scripts/staff.mjs` has the usage. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { rights: { type: 'string' }, reason: { type: 'string' } } });

function rightsOf(list: string | undefined): Right[] {
  if (list === 'all') return [...RIGHTS];
  const named = (list ?? '').split(',').map((name) => name.trim());
  const rights = RIGHTS.filter((right) => named.includes(right));
  if (rights.length === 0 || rights.length !== new Set(named).size)
    throw new WrongUsage(`--rights is a list of ${RIGHTS.join(', ')}, or all.`);
  return rights;
}

async function main(): Promise<void> {
  const [action, who] = positionals;
  const rights = action === 'invite' ? rightsOf(values.rights) : [];
  if (action !== 'list' && (who === undefined || (action !== 'invite' && action !== 'reset')))
    throw new WrongUsage('Name invite NAME, reset ID or list.');
  if (action === 'reset' && !values.reason) throw new WrongUsage('reset needs --reason.');
  await runTool(async (engine) => {
    const { members } = openSupport(engine);
    const context = { commandId: randomUUID(), actor: { kind: 'support' as const, id: 'cli' }, now: engine.clock() };
    if (action === 'list') {
      for (const { staffId, staff } of await members.list())
        say(
          `${staffId}  ${staff.name}  ${staff.left ? 'left' : staff.rights.join(',')}  ${staff.factors.map(({ kind }) => kind).join(',') || 'no factor'}`,
        );
      return true;
    }
    try {
      const link =
        action === 'invite'
          ? (await members.invite(who as string, rights, RIGHTS, context)).link
          : await members.reset(who as string, values.reason as string, RIGHTS, context);
      say(`The link works once, for 24 hours:\n${link}`);
      return true;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      say(`There is no account ${who}.`);
      return false;
    }
  });
}

await main().catch(tell);
