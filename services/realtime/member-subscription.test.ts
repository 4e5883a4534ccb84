import { START } from '@nordhaut/platform/event-store';
import { expect, it } from 'vitest';
import { createMemberSubscriptions, type MemberAccess, type TabSocket } from './member-subscription.ts';
import { createMemberTabs } from './member-tabs.ts';

/** A tab whose cookie is its session's token, with the names of the events that it got. */
function tab(token: string): { socket: TabSocket; got: string[] } {
  const got: string[] = [];
  return {
    got,
    socket: {
      connected: true,
      request: { headers: { cookie: token } },
      join: () => undefined,
      leave: () => undefined,
      emit: (name: string) => got.push(name),
    },
  };
}

/** Sessions whose next reading waits until it is let go. */
function sessions(valid: Map<string, string>) {
  let held: PromiseWithResolvers<void> | undefined;
  const access: MemberAccess = {
    tokenOf: (cookie) => cookie,
    async holdersOf(tokens) {
      const found = new Map([...valid].filter(([token]) => tokens.includes(token)));
      const waits = held;
      held = undefined;
      await waits?.promise;
      return found;
    },
    publicIdOf: (memberId) => memberId,
    ordersOf: () => Promise.resolve([]),
    hasReached: () => Promise.resolve(true),
  };
  return { access, holdNext: () => (held = Promise.withResolvers<void>()) };
}

const subscriptions = (access: MemberAccess) =>
  createMemberSubscriptions({
    access,
    tabs: createMemberTabs({ follow: () => undefined, unfollow: () => undefined }),
    delivered: () => START,
    missed: () => Promise.resolve([]),
    log: { warn: () => undefined },
  });

it('ends the tabs of ended sessions, and no tab that subscribes while the sessions are read', async () => {
  const valid = new Map([
    ['first', 'A'],
    ['second', 'B'],
    ['third', 'C'],
  ]);
  const { access, holdNext } = sessions(valid);
  const members = subscriptions(access);
  const [first, second, third] = ['first', 'second', 'third'].map(tab);
  try {
    for (const one of [first, second])
      expect(await members.subscribe(one?.socket as TabSocket, { afterPosition: '0' })).toMatchObject({ ok: true });
    valid.delete('second');
    const reading = holdNext();
    const check = members.check();
    expect(await members.subscribe(third?.socket as TabSocket, { afterPosition: '0' })).toMatchObject({ ok: true });
    reading.resolve();
    await check;
    expect([first?.got, second?.got, third?.got]).toEqual([[], ['member:ended'], []]);
  } finally {
    members.close();
  }
});
