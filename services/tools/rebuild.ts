import { projections } from '@nordhaut/shop/modules';
import { runTool, say, tell, WrongUsage } from '@nordhaut/shop/tool';

/** `npm run rebuild [-- name …]`: builds read models beside the live ones, compares, and switches. */
async function rebuild(named: readonly string[]): Promise<void> {
  const known = projections.map(({ name }) => name);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new WrongUsage(`There is no read model "${unknown}"; there are ${known.join(', ')}.`);

  await runTool(async ({ projector }) => {
    await projector.start();
    try {
      while (await projector.notReady()) await new Promise((resolve) => setTimeout(resolve, 100));
      for (const name of named.length > 0 ? named : known) {
        const { events, eventsPerSecond, differences } = await projector.rebuild(name);
        const differing = differences ? differences.missing + differences.extra + differences.changed : 0;
        say(
          `${name}: ${events} events at ${eventsPerSecond} events/s; ${differing} rows differed${differing > 0 ? ` (${differences?.sample.join(', ')})` : ''}.`,
        );
      }
      return true;
    } finally {
      await projector.stop();
    }
  });
}

await rebuild(process.argv.slice(2)).catch(tell);
