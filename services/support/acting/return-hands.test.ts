import type { EventMetadata } from '@nordhaut/platform/event-store';
import { expect, test } from 'vitest';
import { inOneHand } from './return-hands.ts';

const of = (type: string, id: string, kind: EventMetadata['actor']['kind'] = 'support') => ({
  type,
  metadata: { actor: { kind, id } } as EventMetadata,
});
const never = (): Promise<boolean> => Promise.resolve(false);

test('of the approval of a return and its receipt, the accounts of one person count as one', async () => {
  const approved = [of('ReturnRequested', 'guest', 'guest'), of('ReturnApproved', 'a')];
  expect(await inOneHand(approved, 'a', never)).toBe(true);
  expect(await inOneHand(approved, 'b', never)).toBe(false);
  expect(await inOneHand(approved, 'b', (one, other) => Promise.resolve(one === 'a' && other === 'b'))).toBe(true);
  const received = [...approved, of('ReturnReceived', 'b')];
  expect(await inOneHand(received, 'a', never), 'who received it counts, not who looks at it').toBe(false);
  expect(await inOneHand([...approved, of('ReturnReceived', 'a')], 'b', never)).toBe(true);
  expect(await inOneHand(approved.slice(0, 1), 'a', () => Promise.resolve(true)), 'nobody approved it').toBe(false);
});
