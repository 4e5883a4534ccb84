import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import sharp, { type Sharp } from 'sharp';
import { SEED_PRODUCTS } from '../data/index.ts';
import type { SeedProduct } from '../data/seed-product.ts';
import { gapSvg } from './gap-svg.ts';
import { firstFourSvg, groupSvg, orderSvg } from './group-svg.ts';
import { productSvg, rangeSvg, shareRangeSvg, shareSvg } from './product-svg.ts';
import { paint, type Pixels, type Still } from './relief/light.ts';
import { galleryOf, hasBand, hasCutout, hasTall } from './scenes.ts';
import { type StillShape, stillOf } from './stills.ts';

/** Widths in px of every picture; contracts/api/catalogue.ts promises them. */
export const WIDTHS = [320, 640, 1280] as const;
/** Increase this when the settings below change, so that existing pictures are drawn again. */
const SETTINGS = 5;
const MANIFEST = 'manifest.json';

/** One more width of the first picture that a phone shows of the shop: the page waits for it, and the next width has twice the bytes. */
const FIRST_WIDTHS = [...WIDTHS, 800] as const;
/** A tall picture stands in one column of a list. */
const TALL_WIDTHS = [320, 640] as const;

/**
 * A picture: file name without width, drawing or still life, whether it has 1200 × 630 px, whether its background is
 * transparent, and whether it is the first one that a phone shows.
 */
type Picture = { name: string; share: boolean; cutout?: boolean; first?: boolean } & ({ svg: string } | { still: Still });

/** Resolution in dots per inch (72: one unit is one pixel): slightly above the widest picture. */
const DENSITY = { share: 72, sharp: 77 } as const;
/** Height in px at which a still life is painted. A square one is enlarged a little for the widest file, which saves a third of the time. */
const PAINTED = { square: 1_100, wide: 480, tall: 1_280 } as const;
/** px at which a still life is painted to see whether it has changed */
const SAMPLE = 24;

/** What tells a picture from another: a still life is a function, so a small painting of it stands for what it is. */
export const sourceOf = (picture: { svg: string } | { still: Still }): string =>
  'svg' in picture ? picture.svg : paint(picture.still, SAMPLE).data.toString('base64');

export type Rendered = { drawn: number; kept: number; ms: number };

/**
 * Draws every product picture into a folder: `{name}-{width}.avif|webp|png`, and `{name}-og.jpg` for shared links.
 * Pictures that exist from the same drawing are kept, so an interrupted run continues.
 */
export async function renderProductImages(outDir: string, products: readonly SeedProduct[] = SEED_PRODUCTS): Promise<Rendered> {
  const begun = performance.now();
  await mkdir(outDir, { recursive: true });
  const manifest = await readManifest(outDir);
  let drawn = 0;
  const all = pictures(products);
  const draw = async (picture: Picture): Promise<void> => {
    const hash = createHash('sha256')
      .update(`${SETTINGS}${sourceOf(picture)}`)
      .digest('hex')
      .slice(0, 16);
    if (manifest[picture.name] === hash && (await isWhole(outDir, picture))) return;
    await encode(outDir, picture);
    manifest[picture.name] = hash;
    drawn += 1;
  };
  // libvips has its own threads, and each open picture takes about 10 MB.
  await pMap(all, draw, { concurrency: 3 });
  if (drawn > 0) await replace(join(outDir, MANIFEST), JSON.stringify(manifest, null, 1));
  return { drawn, kept: all.length - drawn, ms: Math.round(performance.now() - begun) };
}

function pictures(products: readonly SeedProduct[]): Picture[] {
  const still = (name: string, product: SeedProduct, shape: StillShape): Picture => ({
    name,
    still: stillOf(product, shape),
    share: false,
  });
  const ofProducts = products.flatMap((product): Picture[] => [
    ...galleryOf(product).map(({ name, scene }) =>
      scene === 'texture' ? still(name, product, 'square') : { name, svg: productSvg(product, scene, products), share: false },
    ),
    ...(hasCutout(product)
      ? [{ name: `${product.image}-cutout`, svg: productSvg(product, 'cutout', products), share: false, cutout: true }]
      : []),
    ...(hasBand(product) ? [still(`${product.image}-band`, product, 'wide')] : []),
    ...(hasTall(product) ? [still(`${product.image}-tall`, product, 'tall')] : []),
    ...(product.price[0] > 0 ? [{ name: product.image, svg: shareSvg(product, products), share: true }] : []),
  ]);
  const ofShop: Picture[] = [
    { name: 'range', svg: rangeSvg(products, true), share: false },
    { name: 'range', svg: shareRangeSvg(products), share: true },
    { name: 'range-cutout', svg: rangeSvg(products, false), share: false, cutout: true },
    { name: 'group-cutout', svg: groupSvg(products), share: false, cutout: true },
    { name: 'order-cutout', svg: orderSvg(products), share: false, cutout: true },
    { name: 'first-four-cutout', svg: firstFourSvg(products), share: false, cutout: true, first: true },
    { name: 'gap', svg: gapSvg(products), share: false },
  ];
  return [...ofProducts, ...ofShop].map((picture) => (picture.share ? { ...picture, name: `${picture.name}-og` } : picture));
}

function widthsOf(picture: Picture): readonly number[] {
  if ('still' in picture && picture.still.aspect < 1) return TALL_WIDTHS;
  return picture.first ? FIRST_WIDTHS : WIDTHS;
}

const filesOf = (picture: Picture) =>
  picture.share
    ? [`${picture.name}.jpg`]
    : widthsOf(picture).flatMap((width) => ['avif', 'webp', 'png'].map((kind) => `${picture.name}-${width}.${kind}`));

async function isWhole(outDir: string, picture: Picture): Promise<boolean> {
  const sizes = await Promise.all(
    filesOf(picture).map((file) =>
      stat(join(outDir, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.every((size) => size > 0);
}

async function encode(outDir: string, wanted: Picture): Promise<void> {
  const { name, share, cutout = false, first = false } = wanted;
  const full = 'still' in wanted ? paintedOf(wanted.still) : await drawnOf(wanted.svg, share, cutout);
  const raw = { width: full.width, height: full.height, channels: cutout ? 4 : 3 } as const;
  if (share) return replace(join(outDir, `${name}.jpg`), await sharp(full.data, { raw }).jpeg({ quality: 84, mozjpeg: false }).toBuffer());
  for (const width of widthsOf(wanted)) {
    const small = await sharp(full.data, { raw }).resize({ width, kernel: 'lanczos3' }).raw().toBuffer({ resolveWithObject: true });
    const picture = () => sharp(small.data, { raw: { width: small.info.width, height: small.info.height, channels: raw.channels } });
    const files = {
      avif: picture().avif({ quality: 60, effort: width > 640 && !first ? 0 : 1 }),
      webp: picture().webp({ quality: 82, effort: 2 }),
      png: picture().png({ compressionLevel: 6, adaptiveFiltering: true }),
    };
    const write = async ([kind, file]: [string, Sharp]) => replace(join(outDir, `${name}-${width}.${kind}`), await file.toBuffer());
    await Promise.all(Object.entries(files).map(write));
  }
}

const paintedOf = (still: Still): Pixels => paint(still, PAINTED[still.aspect > 1 ? 'wide' : still.aspect < 1 ? 'tall' : 'square']);

async function drawnOf(svg: string, share: boolean, cutout: boolean): Promise<Pixels> {
  const drawing = sharp(Buffer.from(svg), { density: share ? DENSITY.share : DENSITY.sharp });
  const { data, info } = await (cutout ? drawing.ensureAlpha() : drawing.flatten({ background: '#fff' }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Readers never see a partial file, even if the process dies while it writes. */
async function replace(path: string, data: Buffer | string): Promise<void> {
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, data);
  await rename(unfinished, path);
}

async function readManifest(outDir: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(join(outDir, MANIFEST), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
