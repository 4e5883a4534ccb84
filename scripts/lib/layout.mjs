import { readdirSync } from 'node:fs';
import { root } from './paths.mjs';

/** Folders of services/ that are no capability. */
const OTHERS = ['contracts', 'platform', 'simulators', 'shop', 'tools'];

/** Names of files in a capability that are pure: no clock, no random numbers, no I/O. */
const PURE_NAMES = [
  'agree',
  '[a-z-]+\\.decide',
  '[a-z-]+-events',
  '[a-z-]+-state',
  'buyer-data',
  'checkout',
  'coupon-definition',
  'credit',
  'definition',
  'display-status',
  'facts',
  'is-[a-z-]+',
  'kept-until',
  'lines',
  'mask',
  'messages',
  'money',
  'next-[a-z-]+',
  'open-matters',
  'order-causes',
  'parcel-stage',
  'price-[a-z-]+',
  'project',
  'recall',
  'refund-[a-z-]+',
  'snapshot',
  'shipment-number',
  'status-[a-z-]+',
  'stream',
  'taipei-[a-z-]+',
  'upcasters',
  'validate',
  'view',
];

/** The capabilities among the folders of services/. */
export const capabilitiesOf = (folders) => folders.filter((folder) => !OTHERS.includes(folder));

/** Paths of the TypeScript files of services/ without tests, relative to the project. */
export const serviceFiles = () =>
  readdirSync(`${root}/services`, { recursive: true, encoding: 'utf8' })
    .map((path) => `services/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/node_modules/'));

/**
 * The pure files among these: the shared rules of contracts, and in a capability a file with a pure name, its table
 * of codes (`status-data/`), the price engine (`promotions/engine/`), and `x.ts` beside `x.decide.ts`.
 * @throws Error if a pure name is the name of no file
 */
export function pureFilesOf(files) {
  const ofCapabilities = files.filter((path) => !OTHERS.includes(path.split('/')[1]));
  const named = (name) => ofCapabilities.filter((path) => new RegExp(`/(${name})\\.ts$`).test(path));
  const unused = PURE_NAMES.filter((name) => named(name).length === 0);
  if (unused.length > 0) throw new Error(`scripts/lib/layout.mjs: no file has the pure name ${unused.join(', ')}`);
  const states = named('[a-z-]+\\.decide').map((path) => path.replace('.decide.ts', '.ts'));
  const isOther = (path) =>
    path.startsWith('services/contracts/rules/') ||
    path.includes('/status-data/') ||
    path.startsWith('services/promotions/engine/') ||
    states.includes(path);
  return [...new Set([...PURE_NAMES.flatMap(named), ...files.filter(isOther)])].toSorted((a, b) => a.localeCompare(b));
}
