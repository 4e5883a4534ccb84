import { mkdtemp, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { SEED_PRODUCTS } from '../data/index.ts';
import { labelTexts } from './label-texts.ts';
import { draw, productSvg, SIDE } from './product-svg.ts';
import { renderProductImages } from './render-images.ts';
import { bandOf, galleryOf, hasBand, hasTall } from './scenes.ts';
import { stillOf } from './stills.ts';
import { paint } from './relief/light.ts';
import { hasGlyph, line, widthOf } from './type.ts';

describe('labels', () => {
  it('have an outline for every character (otherwise run trace-glyphs.ts)', () => {
    const texts = SEED_PRODUCTS.flatMap((product) => [...labelTexts(product)].join('')).join('');
    expect([...new Set(texts)].filter((character) => !hasGlyph('serif', character) || !hasGlyph('sans', character))).toEqual([]);
  });

  it('condense a line that is wider than its space', () => {
    const setting = { face: 'sans', size: 10, fill: '#000' } as const;
    const natural = widthOf('舒緩保濕凝膠', setting);
    expect(natural).toBeCloseTo(60, 0);
    const scale = (svg: string) => Number(/matrix\(([\d.]+)/.exec(svg)?.[1]);
    expect(scale(line(0, 0, '舒緩保濕凝膠', { ...setting, maxWidth: natural / 2 }))).toBeCloseTo(
      scale(line(0, 0, '舒緩保濕凝膠', setting)) / 2,
      3,
    );
  });
});

describe('drawings', () => {
  it('are deterministic and distinct, and need no font', () => {
    const all = () =>
      SEED_PRODUCTS.flatMap((product) =>
        galleryOf(product).flatMap(({ scene }) => (scene === 'texture' ? [] : productSvg(product, scene, SEED_PRODUCTS))),
      );
    const drawings = all();
    expect(all()).toEqual(drawings);
    const heroes = SEED_PRODUCTS.map((product) => productSvg(product, 'hero', SEED_PRODUCTS));
    expect(new Set(heroes).size).toBe(SEED_PRODUCTS.length);
    for (const svg of drawings) {
      expect(svg).not.toMatch(/<text|font-family|NaN|undefined|Infinity/);
    }
  });
});

describe('still lifes', () => {
  const withTexture = SEED_PRODUCTS.filter((product) => galleryOf(product).some(({ scene }) => scene === 'texture'));

  it('are deterministic and distinct, and leave the left third of a wide one free for words', () => {
    const pixels = () => withTexture.map((product) => paint(stillOf(product, 'wide'), 48).data.toString('base64'));
    const painted = pixels();
    expect(pixels()).toEqual(painted);
    expect(new Set(painted).size).toBe(withTexture.length);
    for (const product of withTexture) {
      const { contents, aspect, middle, zoom } = stillOf(product, 'wide');
      const places = Array.from({ length: 40 * 40 }, (_, i) => [((i % 40) / 40) * (aspect / 3), Math.floor(i / 40) / 40] as const);
      const heights = contents.flatMap(({ shape }) => places.map(([x, y]) => shape((x - middle) / zoom, (y - 0.5) / zoom)));
      expect(Math.max(...heights)).toBe(0);
    }
  });

  /** What a list shows of each shape: the narrowest and the widest place, and which part of a file is cut off at its left (tile.css). */
  const PLACES = [
    ['square', 0.95, 0.5],
    ['square', 1.12, 0.5],
    ['wide', 1.46, 0.88],
    ['wide', 1.7, 0.88],
    ['tall', 0.36, 0.5],
    ['tall', 0.54, 0.5],
  ] as const;

  it.each(PLACES)('leave a margin around the content: %s, shown at %d : 1', (kind, shown, part) => {
    const products = kind === 'tall' ? SEED_PRODUCTS.filter(hasTall) : withTexture;
    for (const product of products) {
      const { contents, aspect, middle, level = 0.5, zoom } = stillOf(product, kind);
      const [width, height] = [Math.min(aspect, shown), Math.min(1, aspect / shown)];
      const [left, top] = [(aspect - width) * part, (1 - height) / 2];
      const isFree = (x: number, y: number): boolean =>
        contents.every(({ shape }) => shape((left + x * width - middle) / zoom, (top + y * height - level) / zoom) === 0);
      const along = Array.from({ length: 101 }, (_, i) => i / 100);
      const rims = along.flatMap((at) =>
        [0.02, 0.05, 0.08].flatMap((far) => [isFree(far, at), isFree(1 - far, at), isFree(at, far), isFree(at, 1 - far)]),
      );
      expect(rims.every(Boolean), product.image).toBe(true);
    }
  });

  it('run across the page of each product that has a texture; a travel size shows that of the full size', () => {
    const drawn = SEED_PRODUCTS.filter(hasBand).map(({ image }) => `/img/product/${image}-band`);
    expect(drawn.length).toBeGreaterThan(10);
    expect([...new Set(withTexture.map((product) => bandOf(product)?.path))].toSorted()).toEqual(drawn.toSorted());
  });
});

describe('sizes', () => {
  const drawn = (id: number) => {
    const product = SEED_PRODUCTS.find((candidate) => candidate.id === id);
    if (!product) throw new Error(`no product ${id}`);
    return draw(product);
  };
  const TONER_200 = 9;
  const CREAM_50 = 11;
  const ESSENCES = { ml15: 7, ml30: 3 };

  it('are to scale: a vessel with more content is larger, and the 50 ml jar is not wider than the 200 ml bottle', () => {
    expect(drawn(CREAM_50).width).toBeLessThanOrEqual(drawn(TONER_200).width);
    expect(drawn(CREAM_50).height).toBeLessThan(drawn(TONER_200).height / 2);
    expect(drawn(ESSENCES.ml15).height).toBeLessThan(drawn(ESSENCES.ml30).height);
    expect(drawn(ESSENCES.ml30).height).toBeLessThan(drawn(TONER_200).height);
  });
});

describe('a row of the list', () => {
  /** Height in units of a product's first picture: that of its vessel by the scale at which it stands. */
  const heightOf = (image: string): number => {
    const product = SEED_PRODUCTS.find((candidate) => candidate.image === image);
    if (!product) throw new Error(`no product ${image}`);
    const scales = [...productSvg(product, 'cutout', SEED_PRODUCTS).matchAll(/translate\([\d.]+ [\d.]+\) scale\(([\d.]+)\)/g)];
    return draw(product).height * Number(scales.at(-1)?.[1]);
  };

  it.each([
    ['travel-cleanser', 'gentle-cleanser'],
    ['travel-toner', 'balancing-toner'],
    ['soothing-gel', 'balancing-toner'],
  ])('has one scale: %s is lower than %s', (small, large) => {
    expect(heightOf(small)).toBeLessThan(0.85 * heightOf(large));
    expect(heightOf(small), '55 % of the plate').toBeGreaterThan(0.549 * SIDE);
  });
});

describe('renderProductImages', () => {
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((directory) => rm(directory, { recursive: true, force: true }))));

  it('writes each width and format once, and writes missing files again', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'product-images-'));
    made.push(directory);
    const [toner] = SEED_PRODUCTS.filter(({ id }) => id === 9);
    if (!toner) throw new Error('no toner');
    const first = await renderProductImages(directory, [toner]);
    // hero, texture, carton, order, cut-out, band, the range with its cut-outs (all, the group, one by one, and the first four), the gap in it, and the two for shared links
    expect(first).toMatchObject({ drawn: 14, kept: 0 });
    for (const width of [320, 640, 1280]) {
      for (const kind of ['avif', 'webp', 'png']) {
        const meta = await sharp(join(directory, `balancing-toner-${width}.${kind}`)).metadata();
        expect([meta.width, meta.height, meta.format === 'heif' ? 'avif' : meta.format]).toEqual([width, width, kind]);
      }
    }
    const band = await sharp(join(directory, 'balancing-toner-band-1280.avif')).metadata();
    expect([band.width, band.height]).toEqual([1280, 480]);
    expect((await stat(join(directory, 'balancing-toner-640.avif'))).size).toBeLessThanOrEqual(20 * 1024);
    for (const kind of ['avif', 'webp', 'png']) {
      const { channels, isOpaque } = await sharp(join(directory, `range-cutout-320.${kind}`))
        .stats()
        .then(({ channels, isOpaque }) => ({ channels: channels.length, isOpaque }));
      expect({ channels, isOpaque }, `nothing behind the cut-out, ${kind}`).toEqual({ channels: 4, isOpaque: false });
    }
    for (const name of ['balancing-toner', 'range']) {
      const share = await sharp(join(directory, `${name}-og.jpg`)).metadata();
      expect([share.width, share.height]).toEqual([1200, 630]);
    }

    expect(await renderProductImages(directory, [toner])).toMatchObject({ drawn: 0, kept: 14 });
    await unlink(join(directory, 'balancing-toner-carton-320.webp'));
    expect(await renderProductImages(directory, [toner])).toMatchObject({ drawn: 1, kept: 13 });
  });
});
