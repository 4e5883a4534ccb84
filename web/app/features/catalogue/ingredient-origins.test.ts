import { expect, test } from 'vitest';
import { withOrigins } from './ingredient-origins.ts';

const INGREDIENTS = [
  { inci: 'Aqua', origin: 'OTHER', text: '' },
  { inci: 'Ceramide NP', origin: 'HUMAN_IDENTICAL', text: '' },
  { inci: 'Squalane & Ectoin', origin: 'BIOMIMETIC', text: '' },
] as const;
const line = (inci: string, mark = '') => `<dt><span lang="la">${inci}</span> 名稱${mark}</dt><dd>用途</dd>`;

test('human-identical and biomimetic ingredients have a mark, others and unknown ones have none', () => {
  const lines = (first: string, second: string) =>
    `<dl>${line('Aqua')}${line('Ceramide NP', first)}${line('Squalane &amp; Ectoin', second)}${line('Ceramide AP')}</dl>`;
  expect(withOrigins(lines('', ''), INGREDIENTS)).toEqual({
    html: lines(' <small>人體同源</small>', ' <small>仿生</small>'),
    isMarked: true,
  });
});

test('a list without such ingredients, and an editor’s own text, stay as they are', () => {
  for (const html of [line('Aqua'), '<p>Ceramide NP</p>', '']) expect(withOrigins(html, INGREDIENTS)).toEqual({ html, isMarked: false });
});

test('what the table explains of an ingredient stands beside its purpose, as a text', () => {
  const known = [
    { inci: 'Aqua', origin: 'OTHER', text: '份量最多 <b>&' },
    { inci: 'Ceramide NP', origin: 'HUMAN_IDENTICAL', text: '' },
  ] as const;
  const { html, isMarked } = withOrigins(`<dl>${line('Aqua')}${line('Ceramide AP')}</dl>`, known);
  expect(html).toContain('<dd>用途<span>份量最多 &lt;b>&amp;</span></dd>');
  expect(html).toContain(line('Ceramide AP'));
  expect(isMarked).toBe(false);
});
