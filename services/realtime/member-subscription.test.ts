import { type Position, START } from '@nordhaut/platform/event-store';
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

const subscriptions = (
  access: MemberAccess,
  missed: Parameters<typeof createMemberSubscriptions>[0]['missed'] = () => Promise.resolve([]),
  tabs = createMemberTabs({ follow: () => undefined, unfollow: () => undefined }),
  delivered: Position = START,
) =>
  createMemberSubscriptions({
    access,
    tabs,
    delivered: () => delivered,
    missed,
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
      expect(await members.subscribe(one?.socket as TabSocket, { afterPosition: '0' }, () => true)).toMatchObject({ ok: true });
    valid.delete('second');
    const reading = holdNext();
    const check = members.check();
    expect(await members.subscribe(third?.socket as TabSocket, { afterPosition: '0' }, () => true)).toMatchObject({ ok: true });
    reading.resolve();
    await check;
    expect([first?.got, second?.got, third?.got]).toEqual([[], ['member:ended'], []]);
  } finally {
    members.close();
  }
});

/** A member with fifty orders that all changed. */
function manyOrders() {
  const { access } = sessions(new Map([['first', 'A']]));
  const orders = Array.from({ length: 50 }, (_, index) => ({ orderNo: `N${index}`, position: BigInt(index + 1) }));
  return { ...access, ordersOf: () => Promise.resolve(orders) };
}

it('replays for a socket once at a time, however many messages it sends', async () => {
  const read: string[] = [];
  const members = subscriptions(manyOrders(), async (orderNo) => {
    await Promise.resolve();
    read.push(orderNo);
    return [];
  });
  try {
    const { socket } = tab('first');
    const subscribe = () => members.subscribe(socket, { afterPosition: '0' }, () => true);
    const answers = await Promise.all(Array.from({ length: 100 }, subscribe));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers[1]).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(read).toHaveLength(50);
    expect(await subscribe()).toMatchObject({ ok: true, complete: true });
  } finally {
    members.close();
  }
});

it('replays as many orders as the budget allows, and says that the rest is missing', async () => {
  let [budget, reads] = [20, 0];
  const members = subscriptions(manyOrders(), () => {
    reads++;
    return Promise.resolve([]);
  });
  try {
    const answer = await members.subscribe(tab('first').socket, { afterPosition: '0' }, () => budget-- > 0);
    expect(answer).toMatchObject({ ok: true, position: '50', complete: false });
    expect(reads).toBe(20);
  } finally {
    members.close();
  }
});

it('follows all orders of a member, also where one of them cannot be read', async () => {
  const members = subscriptions(manyOrders(), (orderNo) => (orderNo === 'N3' ? Promise.reject(new Error('no JSON')) : Promise.resolve([])));
  try {
    expect(await members.subscribe(tab('first').socket, { afterPosition: '0' }, () => true)).toMatchObject({ ok: true, complete: false });
  } finally {
    members.close();
  }
});

it('follows the orders of a member until the last of the tabs goes', async () => {
  const owned: Record<string, string[]> = { A: ['N1', 'N2'], B: ['M1'] };
  const { access } = sessions(new Map(['A', 'A too', 'B'].map((token) => [token, token.slice(0, 1)])));
  const ordersOf = (memberId: string) => Promise.resolve((owned[memberId] ?? []).map((orderNo) => ({ orderNo, position: 1n })));
  const followed: string[] = [];
  const tabs = createMemberTabs({
    follow: (orderNo) => followed.push(orderNo),
    unfollow: (orderNo) => followed.splice(followed.indexOf(orderNo), 1),
  });
  const members = subscriptions({ ...access, ordersOf }, undefined, tabs);
  const state = () => [followed.toSorted(), ['N1', 'N2', 'M1'].map(tabs.ownerOf), ['A', 'B'].map(tabs.has)];
  try {
    const [first, second, other] = ['A', 'A too', 'B'].map((token) => tab(token).socket);
    for (const socket of [first, second, first, other]) await members.subscribe(socket as TabSocket, { afterPosition: '1' }, () => true);
    const both = [
      ['M1', 'N1', 'N2'],
      ['A', 'A', 'B'],
      [true, true],
    ];
    expect(state()).toEqual(both);
    for (const socket of [first, first, tab('A').socket]) members.end(socket as TabSocket);
    expect(state()).toEqual(both);
    members.end(second as TabSocket);
    expect(state()).toEqual([['M1'], [undefined, undefined, 'B'], [false, true]]);
  } finally {
    members.close();
  }
});

it('replays what changed after the position of the tab, and says up to where', async () => {
  const { access } = sessions(new Map([['first', 'A']]));
  const orders = [3n, 9n, 5n].map((position) => ({ orderNo: `N${position}`, position }));
  const read: string[] = [];
  const members = subscriptions({ ...access, ordersOf: () => Promise.resolve(orders) }, (orderNo) => {
    read.push(orderNo);
    return Promise.resolve([]);
  });
  try {
    const answer = await members.subscribe(tab('first').socket, { afterPosition: '5' }, () => true);
    expect([answer, read]).toEqual([{ ok: true, position: '9', user_uid: 'A', complete: true }, ['N9']]);
  } finally {
    members.close();
  }
});

it('refuses a tab without a session, a message that is none, and a tab that is gone, and follows nothing for it', async () => {
  const { access } = sessions(new Map([['first', 'A']]));
  const tabs = createMemberTabs({ follow: () => undefined, unfollow: () => undefined });
  const members = subscriptions(access, undefined, tabs);
  const behind = subscriptions({ ...access, hasReached: () => Promise.resolve(false) }, undefined, undefined, 7n as Position);
  const without = subscriptions({ ...access, tokenOf: () => undefined });
  const ask = (socket: TabSocket, message: unknown = { afterPosition: '0' }, asked = members) =>
    asked.subscribe(socket, message, () => true);
  try {
    expect(await ask(tab('first').socket, undefined, without)).toMatchObject({ ok: false, code: 'UNAUTHORISED' });
    expect(await ask(tab('ended').socket)).toMatchObject({ ok: false, code: 'UNAUTHORISED' });
    expect(await ask(tab('first').socket, { afterPosition: 'x' })).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
    expect(await ask({ ...tab('first').socket, connected: false })).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
    expect(tabs.has('A')).toBe(false);
    // The orders of the read model may lack one of which the bus delivered an event.
    expect(await ask(tab('first').socket, undefined, behind)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  } finally {
    for (const one of [members, behind, without]) one.close();
  }
});
