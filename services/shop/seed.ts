import { runTool, say } from './tool.ts';

/** `npm run seed`: puts the catalogue of this release into the database; opening the stores does it. */
await runTool(async ({ catalogue }) => {
  say(`${catalogue.list().length} products are listed.`);
  return true;
});
