import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { SEED_PRODUCTS } from '../data/index.ts';
import type { SeedProduct } from '../data/seed-product.ts';
import { gapSvg } from './gap-svg.ts';
import { productSvg, rangeSvg, shareSvg } from './product-svg.ts';
import { galleryOf, hasCutout } from './scenes.ts';

/** Widths in px of every picture; contracts/api/catalogue.ts promises them. */
export const WIDTHS = [320, 640, 1280] as const;
/** Counts up when the settings below change, so that pictures of an older release are made again. */
const SETTINGS = 3;
const MANIFEST = 'manifest.json';

/** A picture: its file name without width, its drawing, whether it is one of the 1200 × 630 kind, whether it has no sharp edge, and whether there is nothing behind it. */
type Picture = { name: string; svg: string; share: boolean; soft?: boolean; cutout?: boolean };

/** Drawn at this many dots an inch, where 72 are one unit a pixel: a little over the widest picture, less where everything is soft anyway and blurs cost by the area. */
const DENSITY = { share: 72, sharp: 77, soft: 54 } as const;

export type Rendered = { drawn: number; kept: number; ms: number };

/**
 * Draws every product picture into a folder: `{name}-{width}.avif|webp|png`, and `{name}-og.jpg` for shared links.
 * What is already there from the same drawing is kept; a run that was cut short goes on where it stopped.
 */
export async function renderProductImages(outDir: string, products: readonly SeedProduct[] = SEED_PRODUCTS): Promise<Rendered> {
  const begun = performance.now();
  await mkdir(outDir, { recursive: true });
  const manifest = await readManifest(outDir);
  let drawn = 0;
  const waiting = pictures(products);
  const total = waiting.length;
  // One picture per worker at a time: libvips encodes on threads of its own, and each open picture is about 10 MB.
  const worker = async () => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const hash = createHash('sha256').update(`${SETTINGS}${picture.svg}`).digest('hex').slice(0, 16);
      if (manifest[picture.name] === hash && (await isWhole(outDir, picture))) continue;
      await encode(outDir, picture);
      manifest[picture.name] = hash;
      drawn += 1;
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  if (drawn > 0) await replace(join(outDir, MANIFEST), JSON.stringify(manifest, null, 1));
  return { drawn, kept: total - drawn, ms: Math.round(performance.now() - begun) };
}

function pictures(products: readonly SeedProduct[]): Picture[] {
  const ofProducts = products.flatMap((product) => [
    ...galleryOf(product).map(({ name, scene }) => ({
      name,
      svg: productSvg(product, scene, products),
      share: false,
      soft: scene === 'texture',
    })),
    ...(hasCutout(product)
      ? [{ name: `${product.image}-cutout`, svg: productSvg(product, 'cutout', products), share: false, cutout: true }]
      : []),
    ...(product.price[0] > 0 ? [{ name: product.image, svg: shareSvg(product, products), share: true }] : []),
  ]);
  const ofShop = [
    { name: 'range', svg: rangeSvg(products, true), share: false },
    { name: 'range-cutout', svg: rangeSvg(products, false), share: false, cutout: true },
    { name: 'gap', svg: gapSvg(products), share: false },
  ];
  return [...ofProducts, ...ofShop].map((picture) => (picture.share ? { ...picture, name: `${picture.name}-og` } : picture));
}

const filesOf = ({ name, share }: Picture) =>
  share ? [`${name}.jpg`] : WIDTHS.flatMap((width) => ['avif', 'webp', 'png'].map((kind) => `${name}-${width}.${kind}`));

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

async function encode(outDir: string, { name, svg, share, soft = false, cutout = false }: Picture): Promise<void> {
  const drawing = sharp(Buffer.from(svg), { density: share ? DENSITY.share : soft ? DENSITY.soft : DENSITY.sharp });
  const full = await (cutout ? drawing.ensureAlpha() : drawing.flatten({ background: '#fff' })).raw().toBuffer({ resolveWithObject: true });
  const channels = cutout ? 4 : 3;
  const raw = { width: full.info.width, height: full.info.height, channels } as const;
  if (share) return replace(join(outDir, `${name}.jpg`), await sharp(full.data, { raw }).jpeg({ quality: 84, mozjpeg: false }).toBuffer());
  for (const width of WIDTHS) {
    const small = await sharp(full.data, { raw }).resize({ width, kernel: 'lanczos3' }).raw().toBuffer({ resolveWithObject: true });
    const picture = () => sharp(small.data, { raw: { width: small.info.width, height: small.info.height, channels } });
    await Promise.all([
      picture()
        .avif({ quality: 60, effort: width > 640 ? 0 : 1 })
        .toBuffer()
        .then((data) => replace(join(outDir, `${name}-${width}.avif`), data)),
      picture()
        .webp({ quality: 82, effort: 2 })
        .toBuffer()
        .then((data) => replace(join(outDir, `${name}-${width}.webp`), data)),
      picture()
        .png({ compressionLevel: 6, adaptiveFiltering: true })
        .toBuffer()
        .then((data) => replace(join(outDir, `${name}-${width}.png`), data)),
    ]);
  }
}

/** A reader never sees half a file, also when the process dies while writing. */
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
