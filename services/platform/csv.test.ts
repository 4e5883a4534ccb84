import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('a cell that begins like a formula is text, also with the full-width signs of a Chinese keyboard', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'])
    expect(csvRow([`${sign}1+1`])).toBe(`"'${sign}1+1"`);
});

test('other cells stay as they are, with their quotes doubled', () => {
  expect(csvRow(['臉頰，1=1', '', '她說 "好"', '第一行\n=第二行'])).toBe('"臉頰，1=1","","她說 ""好""","第一行\n=第二行"');
});
