import { readFile } from 'node:fs/promises';
import type { Engine } from '@nordhaut/platform/engine';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { readDefinition } from './coupon-definition.ts';
import { stockDecider } from './stock.decide.ts';
import { couponStream } from './stream.ts';

const commandId = nameUuids('5c0b0f43-9a55-5d0c-8b1e-2f63d0a1c7e4');

/**
 * Defines the coupons of the demonstration that the shop lacks. One that was changed by an import stays as it is. Production
 * imports its own file (`npm run coupons -- import FILE`).
 */
export async function seedCoupons({ commands, clock }: Pick<Engine, 'commands' | 'clock'>): Promise<void> {
  const list = JSON.parse(await readFile(new URL('./data/coupons.json', import.meta.url), 'utf8')) as unknown[];
  for (const one of list) {
    const read = readDefinition(one);
    if (!read.ok) throw new Error(`a coupon of the demonstration is refused: ${read.faults.join('; ')}`);
    const { definition } = read;
    const stream = couponStream(String(definition.coupon_id));
    const { state } = await commands.load(stream, stockDecider);
    if (state !== null) continue;
    const now = clock();
    const context = { commandId: commandId(definition.coupon_uid), actor: { kind: 'system' as const, id: 'seed' }, now };
    await commands.handle(stream, stockDecider, { type: 'DefineCoupon', at: now.toISOString(), definition }, context);
  }
}
