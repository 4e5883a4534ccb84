import { runTool, say } from './tool.ts';

/** `npm run seed`: opening the stores writes the reference data of this release. */
await runTool(() => {
  say('The database has the reference data of this release.');
  return Promise.resolve(true);
});
