import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { typedCode } from '@nordhaut/contracts';
import { holdingLock } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import { canonical, type CommandContext } from '@nordhaut/platform/envelope';
import { type CouponDefinition, readDefinition } from './coupon-definition.ts';
import { couponsProjection } from './projections/coupons.ts';
import { stockDecider } from './stock.decide.ts';
import { couponStream } from './stream.ts';

const MOST = 1_000;
/** ms that an import waits until the read model has its definitions */
const WAIT_MS = 10_000;

export type ImportDeps = Pick<Engine, 'commands' | 'databaseUrl' | 'pool' | 'projector' | 'clock'> & {
  /** whether the catalogue has a product */
  hasProduct: (product: { id: number } | { uid: string }) => boolean;
};
type Change = { couponId: string; uid: string; version: string; change: 'new' | 'changed' | 'unchanged' };
/** Definitions by the ids of the coupons. */
type Changed = Readonly<Record<string, CouponDefinition>>;
/**
 * `changes`: one entry for each coupon of the file. `faults`: why nothing was imported. `changed`: for this reason alone: these coupons are
 * not what the caller saw.
 */
export type Imported = { ok: true; changes: Change[] } | { ok: false; faults: string[]; changed?: Changed };
type Options = {
  actor?: CommandContext['actor'];
  /** the versions that the caller saw, by the ids of the coupons; null: there was no coupon */
  seen?: Readonly<Record<string, string | null>> | undefined;
};

/** Names a definition. The revision of the stream is not used, because it counts the coupon's orders too. */
export const versionOf = (definition: object): string => createHash('sha256').update(canonical(definition)).digest('base64url');

/** @param keys of the definitions before it, to which this one's are added */
function repeated({ coupon_id: id, coupon_uid: uid }: CouponDefinition, keys: Set<string>): string[] {
  const own = [`id ${id}`, `uid ${typedCode(uid)}`];
  const twice = own.filter((key) => keys.has(key));
  for (const key of own) keys.add(key);
  return twice.map((key) => `the ${key} stands twice in the file`);
}

/** What a definition names and the catalogue does not have. */
function missingProducts({ coupon_items, coupon_product }: CouponDefinition, hasProduct: ImportDeps['hasProduct']): string[] {
  const gifts = coupon_items.map(({ product_uid: uid }) => uid).filter((uid) => !hasProduct({ uid }));
  const wanted = Array.isArray(coupon_product) ? coupon_product.filter((id) => !hasProduct({ id })) : [];
  return [...gifts, ...wanted].map((product) => `the catalogue has no product ${product}`);
}

/** The definitions of a file, if all of them are good. */
function read(input: unknown, hasProduct: ImportDeps['hasProduct']): { definitions: CouponDefinition[]; faults: string[] } {
  if (!Array.isArray(input) || input.length === 0 || input.length > MOST)
    return { definitions: [], faults: [`The file is a JSON list of 1 to ${MOST} coupons.`] };
  const definitions: CouponDefinition[] = [];
  const faults: string[] = [];
  const keys = new Set<string>();
  for (const [index, one] of input.entries()) {
    const found = readDefinition(one);
    if (found.ok) definitions.push(found.definition);
    const own = found.ok ? [...repeated(found.definition, keys), ...missingProducts(found.definition, hasProduct)] : found.faults;
    const uid = (one as { coupon_uid?: unknown } | null)?.coupon_uid;
    const name = `coupon ${index + 1}${typeof uid === 'string' ? ` (${uid})` : ''}`;
    faults.push(...own.map((fault) => `${name}: ${fault}`));
  }
  return { definitions, faults };
}

/** Coupons of other ids that have one of these codes, as buyers may type it: a code names one coupon. */
async function takenCodes(pool: Pick<ImportDeps['pool'], 'query'>, definitions: readonly CouponDefinition[]): Promise<string[]> {
  const { rows } = await pool.query<{ coupon_id: string; uid: string }>(
    'select coupon_id, uid from coupons where upper(uid) = any($1::text[])',
    [definitions.map(({ coupon_uid: uid }) => typedCode(uid))],
  );
  const isHeld = (id: string, code: string): boolean => rows.some(({ coupon_id, uid }) => coupon_id === id && uid === code);
  return rows.flatMap(({ coupon_id, uid }) =>
    definitions.some(({ coupon_id: id, coupon_uid: code }) => {
      if (String(id) === coupon_id || typedCode(code) !== typedCode(uid)) return false;
      // Codes that earlier releases took for two stay.
      return code === uid || !isHeld(String(id), code);
    })
      ? `the code ${uid} belongs to coupon ${coupon_id}`
      : [],
  );
}

/**
 * Defines and changes coupons. The file is checked as a whole before anything is written, and a repeat of the same file
 * changes nothing, so an import that was interrupted is completed by another one. `dryRun`: writes nothing.
 *
 * One import runs at a time, in every process: no stream has all codes, so two at once could give one code to two coupons. It ends
 * when the read model has its definitions, because the next one finds the codes there.
 */
export async function importCoupons(
  deps: ImportDeps,
  input: unknown,
  dryRun: boolean,
  { actor = { kind: 'support', id: 'cli' }, seen = {} }: Options = {},
): Promise<Imported> {
  const { definitions, faults } = read(input, deps.hasProduct);
  return holdingLock({ url: deps.databaseUrl, name: 'import of coupons' }, async () => {
    const changed = await changedSince(seen, deps, definitions);
    if (Object.keys(changed).length > 0) return { ok: false, faults: [], changed };
    return define(deps, definitions, [...faults, ...(await takenCodes(deps.pool, definitions))], { dryRun, actor });
  });
}

/** The coupons that are not what the caller saw. What a repeat finds changed is its own change. */
async function changedSince(
  seen: Readonly<Record<string, string | null>>,
  { commands }: ImportDeps,
  definitions: readonly CouponDefinition[],
): Promise<Changed> {
  const changed: Record<string, CouponDefinition> = {};
  for (const definition of definitions) {
    const id = String(definition.coupon_id);
    if (seen[id] === undefined) continue;
    const { state } = await commands.load(couponStream(id), stockDecider);
    if (state && versionOf(state.definition) !== seen[id] && !isDeepStrictEqual(state.definition, definition))
      changed[id] = state.definition;
  }
  return changed;
}

async function define(
  { commands, clock, projector }: ImportDeps,
  definitions: readonly CouponDefinition[],
  found: readonly string[],
  { dryRun, actor }: { dryRun: boolean; actor: CommandContext['actor'] },
): Promise<Imported> {
  const faults = [...found];
  const at = clock().toISOString();
  for (const definition of definitions) {
    const command = { type: 'DefineCoupon', at, definition } as const;
    const refused = await commands.refusal(couponStream(String(definition.coupon_id)), stockDecider, command);
    if (refused) faults.push(`${definition.coupon_uid}: ${refused.message}`);
  }
  if (faults.length > 0) return { ok: false, faults };
  const changes: Change[] = [];
  let written: bigint | undefined;
  for (const definition of definitions) {
    const couponId = String(definition.coupon_id);
    const stream = couponStream(couponId);
    const { state } = await commands.load(stream, stockDecider);
    const isSame = isDeepStrictEqual(state?.definition, definition);
    const change = state === null ? 'new' : isSame ? 'unchanged' : 'changed';
    changes.push({ couponId, uid: definition.coupon_uid, version: versionOf(definition), change });
    if (dryRun || isSame) continue;
    const context: CommandContext = { commandId: randomUUID(), actor, now: clock() };
    const outcome = await commands.handle(stream, stockDecider, { type: 'DefineCoupon', at, definition }, context);
    if (!outcome.ok) return { ok: false, faults: [`${definition.coupon_uid}: ${outcome.rejection.message}`] };
    written = outcome.position;
  }
  if (written !== undefined) await projector.waitFor(couponsProjection.name, written, WAIT_MS);
  return { ok: true, changes };
}
