import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { importCoupons } from '@nordhaut/promotions';
import { openFaces } from '@nordhaut/shop/modules';
import { runTool, say, WrongUsage } from '@nordhaut/shop/tool';

// `scripts/coupons.mjs` has the usage.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });

async function readList(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new WrongUsage(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** `npm run coupons -- import FILE`: defines and changes coupons, all of the file or none. */
await runTool(async (engine) => {
  const [action, file] = positionals;
  if (action !== 'import' || file === undefined) throw new WrongUsage('The command is: import FILE.');
  const list = await readList(file);
  const faces = await openFaces(engine);
  try {
    const { catalogue } = faces;
    const hasProduct = (product: { id: number } | { uid: string }): boolean =>
      'id' in product ? catalogue.byId(product.id) !== undefined : catalogue.byUid(product.uid) !== undefined;
    const imported = await importCoupons({ ...engine, hasProduct }, list, values['dry-run'] ?? false);
    if (!imported.ok) {
      say(`Nothing was imported:\n  ${imported.faults.join('\n  ')}`);
      return false;
    }
    for (const { uid, change } of imported.changes) say(`${uid}: ${change}`);
    say(values['dry-run'] ? 'A dry run: nothing was written.' : `Imported ${imported.changes.length} coupons.`);
    return true;
  } finally {
    await faces.close();
  }
});
