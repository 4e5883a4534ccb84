import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { HOLDS, type Hold, placeOrLiftHold } from '@nordhaut/ordering';
import { PURPOSES, type Purpose } from '@nordhaut/platform/decider';
import type { Engine } from '@nordhaut/platform/engine';
import {
  askToForget,
  type ForgettingAnswer,
  type ForgettingReason,
  type Kept,
  leftOf,
  type Person,
  type Planned,
} from '@nordhaut/platform/forgetting';
import { runTool, say, tell, type ToolProcess, WrongUsage } from '@nordhaut/shop/tool';

const PLANNED_DAYS = 30;
const DAY = 86_400_000;

type Options = ReturnType<typeof read>;

/**
 * `npm run forget`; `scripts/forget.mjs` has the usage and checks each value.
 * @throws WrongUsage for combinations that make no sense
 */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      order: { type: 'string' },
      member: { type: 'string' },
      staff: { type: 'string' },
      scope: { type: 'string', multiple: true },
      reason: { type: 'string' },
      hold: { type: 'string' },
      'lift-hold': { type: 'string' },
      'dry-run': { type: 'boolean' },
      plan: { type: 'boolean' },
    },
  });
  const who = [values.order, values.member, values.staff, values.plan].filter((one) => one !== undefined).length;
  if (who !== 1) throw new WrongUsage('Name one of --order NO, --member ID, --staff ID and --plan.');
  const holds = [values.hold, values['lift-hold']].filter((one) => one !== undefined).length;
  if (holds === 2) throw new WrongUsage('--hold and --lift-hold exclude each other.');
  if (holds === 1 && (values.order === undefined || values.scope || values.reason || values['dry-run']))
    throw new WrongUsage('--hold and --lift-hold need --order NO and nothing else.');
  if (values.staff !== undefined && values.scope) throw new WrongUsage('--staff has no --scope: name and reasons end together.');
  if (values.plan && (values.scope || values.reason)) throw new WrongUsage('--plan has no --scope and no --reason.');
  return values;
}

type Print = (line: string) => void;

async function forgetPerson(
  engine: Engine,
  person: Person,
  { scope, reason, 'dry-run': dryRun = false }: Options,
  print: Print,
): Promise<boolean> {
  const request = {
    purposes: (scope as Purpose[] | undefined) ?? [...PURPOSES],
    reason: (reason as ForgettingReason | undefined) ?? 'REQUESTED',
    commandId: randomUUID(),
    dryRun,
  };
  const [[kind, id] = ['', '']] = Object.entries(person);
  const noun = kind === 'staff' ? 'member of the staff' : kind;
  const answer = await askToForget(engine, person, request);
  if (!answer) {
    print(`There is no ${noun} ${id}.`);
    return false;
  }
  for (const line of linesOf(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${id}`, answer, dryRun)) print(line);
  for (const { name, until } of await leftOf(engine, person)) print(`  kept: ${name}, until ${day(until)}`);
  return answer.kind !== 'kept';
}

const day = (at: string | null): string => (at === null ? 'an event ends it' : at.slice(0, 10));
const WHY: Record<Kept['why'], string> = { TAX_LAW: 'tax law', OWN_TERM: 'its own term', ACCOUNT: 'the account is open' };
const keptLines = (kept: readonly Kept[]): string[] =>
  kept.map(({ purpose, until, why }) => {
    const open =
      why === 'ACCOUNT'
        ? 'until the account ends, and for the term of the order'
        : 'until its term after the end of the order or the last day';
    const term = until === null ? open : `until ${day(until)}`;
    return `  kept: ${purpose}, ${term} (${WHY[why]})`;
  });

function linesOf(who: string, answer: ForgettingAnswer, dryRun: boolean): string[] {
  switch (answer.kind) {
    case 'forgotten': {
      const { purposes, kept } = answer.data;
      return [`${who}: ${purposes.join(', ')} ${dryRun ? 'would be forgotten now' : 'forgotten'}.`, ...keptLines(kept)];
    }
    case 'waits':
      return [
        `${who}: ${answer.purposes.join(', ')} ${dryRun ? 'would wait' : 'waits'}, and is then forgotten without another request. By law it is due by ${day(answer.dueBy)}.`,
        ...answer.waits.map(({ why, until }) => `  waits for: ${why}${until === null ? '' : `, until ${until}`}`),
        ...keptLines(answer.kept.filter(({ purpose }) => !answer.purposes.includes(purpose))),
      ];
    case 'kept':
      return [`${who}: nothing can be forgotten now.`, ...keptLines(answer.kept)];
    case 'nothing-left':
      return [answer.at === null ? `${who}: there is nothing to forget.` : `${who}: it was forgotten before, on ${day(answer.at)}.`];
  }
}

async function plan(engine: Engine, print: Print): Promise<boolean> {
  const until = new Date(engine.clock().getTime() + PLANNED_DAYS * DAY);
  const planned: Planned[] = [];
  const stuck: { name: string; since: string; dueBy: string | null }[] = [];
  for (const forgets of engine.forgets) {
    planned.push(...((await forgets.plan?.(engine, until)) ?? []));
    stuck.push(...((await forgets.stuck?.(engine)) ?? []));
  }
  planned.sort((one, other) => one.at.localeCompare(other.at));
  print(`${planned.length} to forget until ${day(until.toISOString())}:`);
  for (const { name, purposes, at, asked } of planned) print(`  ${day(at)}  ${name}  ${asked ? 'as requested' : purposes.join(', ')}`);
  if (stuck.length > 0) print(`${stuck.length} that are still open; support has to end those that nothing else ends:`);
  for (const { name, since, dueBy } of stuck)
    print(`  last event ${day(since)}  ${name}${dueBy === null ? '' : `  requested, due by ${day(dueBy)}`}`);
  return true;
}

/** @param self the process whose arguments these are */
export async function forget(args: string[], self: ToolProcess = process): Promise<void> {
  const print: Print = (line) => say(line, self);
  try {
    const options = read(args);
    await runTool(async (engine) => {
      const { order: orderNo, member, staff } = options;
      if (member !== undefined) return forgetPerson(engine, { member }, options, print);
      if (staff !== undefined) return forgetPerson(engine, { staff }, options, print);
      if (orderNo === undefined) return plan(engine, print);
      const hold = options.hold ?? options['lift-hold'];
      if (hold === undefined) return forgetPerson(engine, { order: orderNo }, options, print);
      const isPlaced = options.hold !== undefined;
      const done = await placeOrLiftHold(engine, orderNo, isPlaced ? 'PlaceHold' : 'LiftHold', HOLDS.find((one) => one === hold) as Hold);
      print(
        done
          ? `Order ${orderNo}: ${hold} ${isPlaced ? 'placed: its data is kept until it is lifted' : 'lifted'}.`
          : `There is no order ${orderNo}.`,
      );
      return done;
    }, self);
  } catch (error) {
    tell(error, self);
  }
}

if (import.meta.main) await forget(process.argv.slice(2));
