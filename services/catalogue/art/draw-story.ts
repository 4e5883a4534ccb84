import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { drawStill } from './draw-still.ts';
import { type KeptDrawings, keyOf } from './kept-drawings.ts';
import { sourceOf, WIDTHS } from './render-images.ts';
import { storyOf } from './stories/index.ts';

export type Drawing = { bytes: Buffer; type: string; tag: string };

const TYPES = { avif: 'image/avif', webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;
type Format = keyof typeof TYPES;
/** `post/why-ph-640.avif`, or `post/why-ph-og.jpg` with 1200 × 630 px for shared links */
const FILE = /^([a-z0-9]+(?:[-/][a-z0-9]+)*)-(?:(\d{3,4})\.(avif|webp|png)|og\.(jpg))$/;

/** Bytes that the drawn files may take in memory. The whole set in the usual formats fits in. */
const KEPT_BYTES = 24 * 1024 * 1024;
/** Drawings that a process makes at the same time. One takes about 100 ms of processor time. */
const AT_ONCE = 2;

/**
 * The pictures of the content, drawn when somebody first asks for one, so that a first start does not wait for them, and
 * kept in memory and on the disk. The same address always gives the same bytes within a release.
 */
export function storyFiles({ limit = KEPT_BYTES, onDisk }: { limit?: number; onDisk?: KeptDrawings } = {}) {
  const kept = new LRUCache<string, Drawing>({ maxSize: limit, sizeCalculation: ({ bytes }) => bytes.length });
  const underWay = new Map<string, Promise<Drawing>>();
  const inTurn = pLimit(AT_ONCE);

  /** The file below `/img/content/`; undefined if there is no such drawing, width or format. */
  return async function file(path: string): Promise<Drawing | undefined> {
    const known = kept.get(path);
    if (known) return known;
    const wanted = asked(path);
    if (!wanted) return undefined;
    const others = underWay.get(path);
    if (others) return others;
    const drawing = inTurn(() => fileOf(wanted, onDisk)).finally(() => underWay.delete(path));
    underWay.set(path, drawing);
    const drawn = await drawing;
    kept.set(path, drawn);
    return drawn;
  };
}

/** Widths in px of a file: one more than the products have, for slides and heads of pages on a screen with two pixels for one. */
const STORY_WIDTHS = [...WIDTHS, 1920] as const;
/**
 * Width in px of a painting of a still life for the files up to 640 px and those for shared links, which networks show small. A wider
 * file has a painting of its own width.
 */
const PAINTED = 960;

type Asked = { name: string; width: number | 'og'; format: Format };

function asked(path: string): Asked | undefined {
  const [, name, width, format, og] = FILE.exec(path) ?? [];
  if (!name || !storyOf(name)) return undefined;
  if (og) return { name, width: 'og', format: 'jpg' };
  if (!STORY_WIDTHS.some((each) => String(each) === width)) return undefined;
  return { name, width: Number(width), format: format as Format };
}

async function fileOf(wanted: Asked, onDisk: KeptDrawings | undefined): Promise<Drawing> {
  const { name, width, format } = wanted;
  const story = storyOf(name);
  if (!story) throw new Error(`no drawing ${name}`);
  const key = keyOf(sourceOf(story), `${width} ${format}`);
  const known = await onDisk?.read(key);
  const bytes = known ?? (await encode(story, wanted));
  if (!known) await onDisk?.write(key, bytes);
  return { bytes, type: TYPES[format], tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

async function encode(story: NonNullable<ReturnType<typeof storyOf>>, { name, width, format }: Asked): Promise<Buffer> {
  const pixels = width === 'og' ? 1280 : width;
  const drawn = 'svg' in story ? vector(story, pixels) : await painted(name, story, width === 'og' || width <= 640 ? PAINTED : width);
  const fitted = width === 'og' ? drawn.resize(1200, 630, { fit: 'cover' }) : drawn.resize({ width });
  return encoded(fitted, format);
}

/** One unit is one pixel at 72 dots per inch. A little more than the width wanted keeps the edges sharp. */
const vector = ({ svg, width }: { svg: string; width: number }, pixels: number): Sharp =>
  sharp(Buffer.from(svg), { density: Math.max(36, (72 * pixels * 1.1) / width) }).flatten({ background: '#fff' });

async function painted(name: string, story: { width: number; height: number }, pixels: number): Promise<Sharp> {
  const { data, width, height } = await drawStill({ name, height: Math.round((pixels * story.height) / story.width) });
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function encoded(image: Sharp, format: Format): Promise<Buffer> {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 60, effort: 1 }).toBuffer();
    case 'webp':
      return image.webp({ quality: 82, effort: 2 }).toBuffer();
    case 'png':
      return image.png({ compressionLevel: 6, palette: true }).toBuffer();
    case 'jpg':
      return image.jpeg({ quality: 84 }).toBuffer();
  }
}
