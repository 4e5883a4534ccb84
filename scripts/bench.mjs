import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runEntry } from './lib/bootstrap.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { launch, WrongUsage } from './lib/say.mjs';

const PARTS = [
  'checkouts',
  'appends',
  'history',
  'live',
  'members',
  'promotions',
  'group',
  'console',
  'content',
  'prices',
  'eventstore',
  'evidence',
  'outage',
  'scale',
  'relay',
  'sockets',
  'answers',
  'pages',
  'rendering',
  'start',
];

const help = `npm run bench [-- options]    measures the shop on this machine and prints one table

  --only NAME   ${PARTS.slice(0, 11).join(', ')},
                ${PARTS.slice(11, -3).join(', ')},
                ${PARTS.slice(-3).join(', ')}; may be given more than once
  --against DIR whole checkouts in turn with another checkout of the project in DIR, and nothing else
  --quick       one short round each: shows that it runs, not how fast
  --help        this text

Every figure stands beside a limit or a peer measured in the same run.`;

/** Lighthouse needs the browser of the journeys. */
async function browserFor(args) {
  const isNeeded = !args.some((arg) => /^--(only|against)/.test(arg)) || args.some((arg) => arg.endsWith('pages'));
  const chromium = isNeeded ? await ensureChromium() : undefined;
  return chromium === undefined ? {} : { CHROMIUM_PATH: chromium };
}

async function bench(args, { against }) {
  if (against !== undefined && !existsSync(join(against, 'package.json')))
    throw new WrongUsage(`--against is the folder of a checkout of this project, and ${against} is none.`);
  return runEntry('scripts/bench/main.ts', { args, built: true, env: await browserFor(args) });
}

await launch(bench, {
  help,
  options: {
    only: { type: 'string', multiple: true, choices: PARTS },
    against: { type: 'string' },
    quick: { type: 'boolean' },
  },
});
