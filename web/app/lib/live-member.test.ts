import type { MemberSubscribeAck, OrderStatusMessage } from '@nordhaut/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followMember, type MemberFollower } from './live-member.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A page that loaded everything up to position 50, and its socket with the test as the server. */
async function follow(more: Partial<MemberFollower> = {}) {
  const handlers = new Map<string, (...args: never[]) => void>();
  const asked: string[] = [];
  let ack: ((answer: MemberSubscribeAck) => void) | undefined;
  const socket = {
    connected: false,
    id: '',
    active: true,
    on: (event: string, handler: (...args: never[]) => void) => handlers.set(event, handler),
    emit(_event: string, { afterPosition }: { afterPosition: string }, answer: typeof ack) {
      asked.push(afterPosition);
      ack = answer;
    },
    attempts: 0,
    connect: () => void socket.attempts++,
    disconnect() {
      socket.connected = false;
      handlers.get('disconnect')?.();
      return socket;
    },
  };
  const events = new EventTarget();
  const environment = {
    socket: () => Promise.resolve(socket),
    events,
    isOnline: () => true,
    isVisible: () => true,
    now: () => Date.now(),
  };
  const page = { position: () => '50', onConnection: () => undefined, onOtherMember: () => undefined, isSame: () => true };
  const polled = vi.fn<() => void>();
  const following = followMember({ ...page, poll: polled, ...more }, environment as unknown as Parameters<typeof followMember>[1]);
  await vi.advanceTimersByTimeAsync(0);
  return {
    asked,
    polled,
    stop: following.stop,
    attempts: () => socket.attempts,
    end: () => handlers.get('member:ended')?.(),
    connect(position: string, complete = true) {
      socket.connected = true;
      socket.id += 'new';
      handlers.get('connect')?.();
      ack?.({ ok: true, user_uid: 'me', position, complete });
    },
    show(position: string) {
      events.dispatchEvent(new Event('visibilitychange'));
      ack?.({ ok: true, user_uid: 'me', position, complete: true });
    },
    status: (position: string) => handlers.get('order:status')?.({ position } as OrderStatusMessage as never),
    lose() {
      socket.connected = false;
      handlers.get('disconnect')?.();
    },
  };
}

// The status of one order may arrive before an earlier status of another one.
it('asks after a reconnection for everything since the last complete answer, whatever statuses came meanwhile', async () => {
  const page = await follow({ onStatus: () => undefined });
  page.connect('100');
  page.status('300');
  page.lose();
  page.connect('280', false);
  page.lose();
  page.connect('320');
  expect(page.asked).toEqual(['50', '100', '100']);
  page.stop();
});

// The first subscription also comes after the page's load: something may have changed between the two.
it('loads coupons and credit after each connection, because their changes are not replayed', async () => {
  const page = await follow({ onBalance: () => undefined });
  page.connect('100');
  expect(page.polled).toHaveBeenCalledTimes(1);
  page.lose();
  page.connect('100');
  expect(page.polled).toHaveBeenCalledTimes(2);
  page.stop();
});

it('loads coupons and credit once when the page becomes visible with its connection', async () => {
  const page = await follow({ onBalance: () => undefined });
  page.connect('100');
  page.show('100');
  expect([page.asked.length, page.polled.mock.calls.length]).toEqual([2, 2]);
  page.stop();
});

it('loads no orders after a complete answer', async () => {
  const page = await follow({ onStatus: () => undefined });
  page.connect('100');
  expect(page.polled).not.toHaveBeenCalled();
  page.stop();
});

it('connects anew when its session has ended, because the browser may have another one of the same member', async () => {
  const otherMember = vi.fn<() => void>();
  const page = await follow({ onOtherMember: otherMember });
  page.connect('100');
  page.end();
  expect(page.attempts()).toBe(2);
  expect(otherMember).toHaveBeenCalledTimes(1);
  page.connect('100');
  expect(page.asked).toHaveLength(2);
  page.stop();
});
