import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepDraft, readDraft } from './draft.ts';
import { forgetTyped } from '../../lib/typed-texts.ts';

/** A storage of a browser, as far as forms use it. */
function storage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

it('deletes what was typed into forms, and leaves the rest', () => {
  keepDraft(5, { stars: 5, title: '', content: '我的膚況', skinType: '', firstNameOnly: false });
  sessionStorage.setItem('typed-group-form-spring', '{"phone":"0912345678"}');
  sessionStorage.setItem('tracking-was', 'guest');
  forgetTyped();
  expect(readDraft(5)).toBeUndefined();
  expect([sessionStorage.getItem('typed-group-form-spring'), sessionStorage.getItem('tracking-was')]).toEqual([null, 'guest']);
});
