import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { partsOf, Words } from './words.tsx';

const TEXT = '三種神經醯胺與膽固醇，以接近角質層的比例調製，給換季或過度清潔後，乾燥脆弱的肌膚。';

describe('Words', () => {
  it('keeps the words of the shop and of the language whole', () => {
    const parts = partsOf(TEXT);
    for (const word of ['神經醯胺', '膽固醇', '角質層', '比例', '清潔', '乾燥', '肌膚'])
      expect(
        parts.some((part) => part.includes(word)),
        word,
      ).toBe(true);
    expect(parts.length).toBeGreaterThan(8);
    for (const part of parts) {
      expect(part).not.toMatch(/^[，。、的]/);
      expect(part, 'a line may end after a mark').not.toMatch(/[，。、]./);
    }
  });

  it('changes no character of the text', () => {
    expect(partsOf(TEXT).join('')).toBe(TEXT);
    expect(renderToStaticMarkup(createElement(Words, { of: TEXT })).replaceAll(/<[^>]+>/g, '')).toBe(TEXT);
    expect(partsOf('')).toEqual([]);
  });
});
