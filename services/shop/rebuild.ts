import { projections } from './modules.ts';
import { runTool, say } from './tool.ts';

/** `npm run rebuild [-- name …]`: builds read models beside the live ones, compares, and switches. */
const named = process.argv.slice(2);
const names = named.length > 0 ? named : projections.map(({ name }) => name);

await runTool(async ({ projector }) => {
  await projector.start();
  try {
    while (await projector.notReady()) await new Promise((resolve) => setTimeout(resolve, 100));
    for (const name of names) {
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
