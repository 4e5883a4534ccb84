import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { storyFiles } from '../draw-story.ts';
import { paint } from '../relief/light.ts';
import { storyNames, storyOf } from './index.ts';

const names = storyNames();
/** The drawing, or a small painting of a still life. */
function sourceOf(name: string): string | undefined {
  const story = storyOf(name);
  return story && ('svg' in story ? story.svg : paint(story.still, 24).data.toString('base64'));
}

describe('the drawings beside the texts', () => {
  it('are deterministic and distinct, and need no font', () => {
    const drawings = names.map(sourceOf);
    expect(names.map(sourceOf)).toEqual(drawings);
    expect(new Set(drawings).size).toBe(names.length);
    const svgs = drawings.map((drawing) => drawing ?? 'undefined').filter((drawing) => /[<u]/.test(drawing[0] ?? ''));
    expect(svgs.filter((svg) => /<text|font-family|NaN|undefined|Infinity/.test(svg))).toEqual([]);
  });

  it('need no blur, which takes a hundred times as long as a gradient', () => {
    // The materials define blurs; a vessel's box is the only thing that uses one.
    const blurred = names.filter((name) => (sourceOf(name) ?? '').includes('filter="url(#blur9)"'));
    expect(blurred).toEqual([]);
  });
});

describe('storyFiles', () => {
  it('draws each width and format of a picture, and one for shared links', async () => {
    const file = storyFiles();
    const sizes = await Promise.all(
      ['post/plum-rain-notes-320.avif', 'post/plum-rain-notes-640.webp', 'carousel/wind-mobile-320.png', 'post/plum-rain-notes-og.jpg'].map(
        async (path) => {
          const drawing = await file(path);
          const { width, height, format } = await sharp(drawing?.bytes).metadata();
          return [drawing?.type, width, height, format];
        },
      ),
    );
    expect(sizes).toEqual([
      ['image/avif', 320, 180, 'heif'],
      ['image/webp', 640, 360, 'webp'],
      ['image/png', 320, 400, 'png'],
      ['image/jpeg', 1200, 630, 'jpeg'],
    ]);
  });

  it('draws once for all who ask at the same time, and again only after it was dropped', async () => {
    const file = storyFiles({ limit: 1 });
    const path = 'usage/07-1-320.webp';
    const [first, second] = await Promise.all([file(path), file(path)]);
    expect(second).toBe(first);
    const again = await file(path);
    expect(again).not.toBe(first);
    expect(again?.tag).toBe(first?.tag);
    const roomy = storyFiles();
    expect(await roomy(path)).toBe(await roomy(path));
  });

  it.each([
    'post/plum-rain-notes',
    'post/plum-rain-notes-641.webp',
    'post/plum-rain-notes-640.svg',
    'post/plum-rain-notes-640.jpg',
    'post/none-640.webp',
    '../../package-640.png',
    'post//plum-rain-notes-640.webp',
    'constructor-640.webp',
  ])('has nothing under %s', async (path) => {
    expect(await storyFiles()(path)).toBeUndefined();
  });
});
