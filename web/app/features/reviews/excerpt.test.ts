import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

describe('excerptOf', () => {
  it('leaves a short text whole, on one line', () => {
    expect(excerptOf('洗完不緊。\n會再買。', 20)).toEqual({ text: '洗完不緊。 會再買。', isCut: false });
  });

  it('ends after the last whole sentence that fits', () => {
    expect(excerptOf('洗完不緊。會再買！下次想試大瓶的。', 12)).toEqual({ text: '洗完不緊。會再買！', isCut: true });
  });

  it('ends a long sentence with an ellipsis, also after a comma and between two halves of a character', () => {
    expect(excerptOf('放在浴室三個月，室友都在偷壓', 8)).toEqual({ text: '放在浴室三個月…', isCut: true });
    expect(excerptOf('好。這一句比前面那一句長得多了', 12)).toEqual({ text: '好。這一句比前面那一句長…', isCut: true });
    expect(excerptOf('😀😀😀', 2)).toEqual({ text: '😀😀…', isCut: true });
  });
});
