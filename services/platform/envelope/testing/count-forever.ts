import { accept, type Decider, type DomainEvent } from '../../event-store/decider.ts';
import { createEventStoreDb } from '../../event-store/eventstoredb/store.ts';
import { createPostgresEventStore } from '../../event-store/postgres/store.ts';
import { createCodec } from '../codec.ts';
import { createCommands } from '../commands.ts';
import type { Vault } from '../vault.ts';

// Handles commands to three streams under load, with held states, and prints what was acknowledged, a line each, until it
// is killed. Every third command has an id that the other process sends too; every fifth is one that was sent before.
// Usage: node count-forever.ts <url> <name> <first>
const [url = '', name = '', first = '0'] = process.argv.slice(2);
const store = url.startsWith('esdb:') ? createEventStoreDb({ url }) : createPostgresEventStore({ url });
const codec = createCodec({ vault: { onForgotten: () => undefined } as unknown as Vault });
const commands = createCommands({ store, codec });

type Counted = DomainEvent<'Counted', { count: number }>;
/** Each event holds the number of events before it, so a decision on a wrong state is seen in the history. */
const counter: Decider<number, null, Counted> = {
  initial: 0,
  decide: (_, count) => accept<Counted>({ type: 'Counted', data: { count } }),
  evolve: (count) => count + 1,
};

let index = Number(first);
async function run(): Promise<void> {
  for (;;) {
    const at = index++;
    const sent = at % 5 === 4 ? at - 2 : at;
    const commandId = sent % 3 === 0 ? `shared ${sent}` : `${name} ${sent}`;
    const stream = `count-${sent % 3}` as const;
    const context = { commandId, correlationId: commandId, actor: { kind: 'system', id: name } as const, now: new Date() };
    const outcome = await commands.handle(stream, counter, null, context);
    if (outcome.ok) process.stdout.write(`${stream},${commandId},${outcome.revision}\n`);
  }
}
for (let writer = 0; writer < 8; writer++) void run();
