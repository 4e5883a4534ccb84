import type { Commands } from '@nordhaut/platform/envelope';
import { expect, test } from 'vitest';
import { adoption, type Adopter } from './adoption.ts';

const member = 'member-1';
const context = { commandId: 'c', correlationId: 'c', actor: { kind: 'member', id: member }, now: new Date() } as const;

/** Adopts three orders; `outcomes` says what becomes of each. */
async function adopt(outcomes: Record<string, 'adopted' | 'of another' | 'away'>, linked: Record<string, string[]> = {}) {
  const recorded: string[] = [];
  const handle = (stream: string) => {
    const orderNo = stream.slice('order-'.length);
    const outcome = outcomes[orderNo] ?? 'adopted';
    if (outcome === 'away') return Promise.reject(new Error('the store is away'));
    return Promise.resolve({
      ok: true,
      state: {
        adoptedBy: outcome === 'adopted' ? member : 'member-2',
        linked: linked[orderNo]?.map((linkedOrderNo) => ({ linkedOrderNo })),
      },
    });
  };
  const run = adoption({
    commands: { handle } as unknown as Commands,
    orders: { adoptable: () => Promise.resolve({ byEmail: [], adopted: [] }) },
    clock: () => new Date(),
    log: { warn: () => undefined },
  });
  const adopter: Adopter = {
    memberId: member,
    ofBrowser: Object.keys(outcomes),
    confirmedEmailKey: null,
    known: [],
    record: (orderNo) => Promise.resolve(void recorded.push(orderNo)),
  };
  return { complete: await run(adopter, context), recorded };
}

test('an order that could not be adopted keeps the cookie of its browser, and the others are adopted', async () => {
  expect(await adopt({ A: 'adopted', B: 'away', C: 'adopted' })).toEqual({ complete: false, recorded: ['A', 'C'] });
});

test('an order of somebody else does not', async () => {
  expect(await adopt({ A: 'adopted', B: 'of another' })).toEqual({ complete: true, recorded: ['A'] });
});

test('what was sent again of an order goes with it, also what was sent again of that, and not with an order of somebody else', async () => {
  const linked = { A: ['A1'], A1: ['A2'], B: ['B1'] };
  expect(await adopt({ A: 'adopted', B: 'of another' }, linked)).toEqual({ complete: true, recorded: ['A', 'A1', 'A2'] });
});
