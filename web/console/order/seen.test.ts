import { expect, test } from 'vitest';
import { releaseNote } from './seen.ts';

test('a page of another release says so, and one of the running release says nothing', () => {
  expect(releaseNote({ decided: '0.1.0+8ab9aec0c1d2', running: '0.1.0+8ab9aec0c1d2' })).toBe('');
  expect(releaseNote({ decided: '0.1.0', running: '0.1.0+8ab9aec0c1d2' })).toBe(
    '這筆事件由版本 0.1.0 決定，目前的版本是 0.1.0+8ab9aec0c1d2，當時的畫面可能不同。',
  );
  expect(releaseNote({ decided: null, running: '0.2.0' })).toMatch(/^這筆事件沒有記錄當時的程式版本，目前的版本是 0\.2\.0/);
});
