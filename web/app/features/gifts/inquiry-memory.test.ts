import * as React from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../lib/storage.fixture.ts';
import type { useInquiry } from './inquiry-memory.ts';

const NAME = 'typed-inquiry';

/** As much of React as the hook of one form uses: effects run at once, and a state that was set is there in the next rendering. */
function react() {
  const cells: unknown[] = [];
  const cleanups = new Map<number, () => void>();
  let at = 0;
  let isStale = false;
  function cell<Value>(first: Value): { at: number; value: Value } {
    if (!(at in cells)) cells[at] = first;
    return { at, value: cells[at++] as Value };
  }
  return {
    hooks: {
      useState<State>(first: State) {
        const { at: mine, value } = cell(first);
        const set = (next: State | ((now: State) => State)): void => {
          cells[mine] = typeof next === 'function' ? (next as (now: State) => State)(cells[mine] as State) : next;
          isStale = true;
        };
        return [value, set] as const;
      },
      useRef: <Value>(current: Value) => cell({ current }).value,
      useEffect(run: () => (() => void) | undefined, needs: unknown[]) {
        const { at: mine, value: before } = cell<{ needs: unknown[] }>({ needs: [NaN] });
        if (before.needs.length === needs.length && needs.every((need, index) => need === before.needs[index])) return;
        cells[mine] = { needs };
        cleanups.get(mine)?.();
        cleanups.set(mine, run() ?? (() => undefined));
      },
    },
    render<Result>(hook: () => Result): Result {
      for (;;) {
        [at, isStale] = [0, false];
        const result = hook();
        if (!isStale) return result;
      }
    },
  };
}

/** A page of this tab with the form of an inquiry, as it is after it was loaded. */
async function page() {
  const { hooks, render } = react();
  vi.resetModules();
  vi.doMock('react', () => ({ ...React, ...hooks }));
  const [texts, { useMember }, memory] = await Promise.all([
    import('../../lib/typed-texts.ts'),
    import('../../lib/stores/member.ts'),
    import('./inquiry-memory.ts'),
  ]);
  const form = (): ReturnType<typeof useInquiry> => render(memory.useInquiry);
  form();
  return {
    ...texts,
    signIn(uid: string): void {
      texts.typedBelongsTo(uid);
      useMember.setState({ status: 'member', member: { user_uid: uid } as never });
      form();
    },
    endSession(): void {
      texts.typedBelongsToNobody();
      useMember.setState({ status: 'guest', member: undefined });
      form();
    },
    type(changes: Parameters<ReturnType<typeof useInquiry>[1]>[0]): void {
      form()[1](changes);
      form();
    },
    shown: () => Object.fromEntries(Object.entries(form()[0]).filter(([, text]) => text !== '')),
  };
}
const kept = (): unknown => JSON.parse(sessionStorage.getItem(NAME) ?? 'null');

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => {
  vi.doUnmock('react');
  // Other files of the worker must not get the modules of the last page.
  vi.resetModules();
  vi.unstubAllGlobals();
});

it('brings a form back for the member whose session ended, with what was typed since', async () => {
  const { signIn, endSession, type, shown } = await page();
  signIn('A');
  type({ company: '晨光' });
  endSession();
  expect([shown(), kept()]).toEqual([{}, null]);
  type({ person: '陳小姐' });
  signIn('A');
  expect(shown()).toEqual({ company: '晨光', person: '陳小姐' });
  expect(kept()).toEqual({ company: '晨光', person: '陳小姐' });
});

it('shows nobody what another person typed: a session ends, another member signs in at the same form, and the first comes back', async () => {
  const { signIn, endSession, type, shown } = await page();
  signIn('A');
  type({ company: '晨光' });
  endSession();
  signIn('B');
  expect(shown()).toEqual({});
  type({ company: '月光' });
  expect([shown(), kept()]).toEqual([{ company: '月光' }, { company: '月光' }]);
  endSession();
  signIn('A');
  expect([shown(), kept()]).toEqual([{}, null]);
});

it('leaves a guest what was typed before it was known that the session of the kept texts is over, and tells its member nothing of it', async () => {
  const before = await page();
  before.signIn('A');
  before.type({ company: '晨光', person: '王小明' });
  const { signIn, endSession, type, shown } = await page();
  expect(shown()).toEqual({});
  type({ person: '陳小姐' });
  endSession();
  expect([shown(), kept()]).toEqual([{ person: '陳小姐' }, { person: '陳小姐' }]);
  signIn('B');
  expect(shown()).toEqual({ person: '陳小姐' });
  endSession();
  signIn('A');
  expect([shown(), kept()]).toEqual([{}, null]);
});

it('leaves the next member what was typed before it was known that the kept texts are of another one', async () => {
  const before = await page();
  before.signIn('A');
  before.type({ company: '晨光', person: '王小明' });
  const { signIn, type, shown } = await page();
  type({ person: '陳小姐' });
  signIn('B');
  expect([shown(), kept()]).toEqual([{ person: '陳小姐' }, { person: '陳小姐' }]);
});

it('knows of a page that Back restores as it was left that the tab has the texts of another account meanwhile', async () => {
  const left = await page();
  left.signIn('A');
  left.type({ company: '晨光' });
  expect(left.isTypedByAnother()).toBe(false);
  const next = await page();
  expect(next.isTypedByAnother(), 'a page that shows nobody’s texts').toBe(false);
  next.forgetTyped();
  next.signIn('B');
  next.type({ company: '月光' });
  expect([left.isTypedByAnother(), next.isTypedByAnother()]).toEqual([true, false]);
  // Its session ends before the page that was left is loaded anew.
  left.endSession();
  left.signIn('B');
  expect(left.shown()).toEqual({});
});

it('loads no page anew where the browser has no storage', async () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { signIn, type, isTypedByAnother, shown } = await page();
  signIn('A');
  type({ company: '晨光' });
  expect([isTypedByAnother(), shown()]).toEqual([false, { company: '晨光' }]);
});

it('takes no kept text that is not of a field', async () => {
  sessionStorage.setItem(NAME, '{"toString":"x","company":"晨光","person":5}');
  expect((await page()).shown()).toEqual({ company: '晨光' });
});
