import { createHash } from 'node:crypto';
import { REVIEW_IMAGE_PIXELS, REVIEW_IMAGES_LIMIT } from '@nordhaut/contracts';
import { inTransaction } from '@nordhaut/platform/database';
import pLimit from 'p-limit';
import type pg from 'pg';
import type { Sharp } from 'sharp';
import { decodeHeic, HEIC_LIMITS, isHeic } from './heic.ts';
import { IMAGE_WAITS_MS, namesFor } from './write-review.ts';

/**
 * Pictures that a process decodes or encodes at once. Each takes one of Node's four threads, which compress answers and hash passwords
 * as well: with four large pictures at a time, every page and sign-in of the process waits for seconds.
 */
const inTurn = pLimit(2);

/** px; larger pictures are made smaller */
const LONGEST_SIDE = 1_600;
/** images of one member that belong to no review yet */
const LOOSE_LIMIT = 20;

export type EncodedImage = { bytes: Buffer; width: number; height: number };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

type Format = 'png' | 'jpeg';

/** By content: names and declared types prove nothing. */
export const formatOf = (bytes: Buffer): Format | undefined => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? 'jpeg' : undefined;
};

/**
 * Decodes the picture and encodes it anew as WebP, upright and without metadata (decisions.md 108), so nothing of the upload is
 * served. The number of pixels is checked before they are decoded, so a decompression bomb costs its header only. `over`
 * ends the wait for the decoder.
 */
export async function encodeImage(bytes: Buffer, over?: AbortSignal): Promise<EncodedImage | 'unreadable' | 'too large'> {
  if (isHeic(bytes)) {
    const picture = await decodeHeic(bytes, HEIC_LIMITS, over);
    if (picture.state !== 'decoded') return picture.state;
    const { width, height, data } = picture;
    const { default: sharp } = await import('sharp');
    return inTurn(() => smaller(sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } })));
  }
  const format = formatOf(bytes);
  if (format === undefined) return 'unreadable';
  return inTurn(() => {
    over?.throwIfAborted();
    return encodeAs(format, bytes);
  });
}

async function encodeAs(format: Format, bytes: Buffer): Promise<EncodedImage | 'unreadable' | 'too large'> {
  const { default: sharp } = await import('sharp');
  try {
    const source = sharp(bytes, { failOn: 'error', limitInputPixels: REVIEW_IMAGE_PIXELS, sequentialRead: true, pages: 1 });
    const facts = await source.metadata();
    if (facts.format !== format) return 'unreadable';
    if (facts.width * facts.height > REVIEW_IMAGE_PIXELS) return 'too large';
    return await smaller(source.autoOrient());
  } catch (error) {
    return /pixel limit/i.test(String(error)) ? 'too large' : 'unreadable';
  }
}

async function smaller(source: Sharp): Promise<EncodedImage> {
  const { data, info } = await source
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Images in Postgres, so that every process serves them. */
export function reviewImages(pool: pg.Pool) {
  return {
    /**
     * Keeps an image until its review takes it. The same image of the same member is one image: the name is a hash of both, so
     * it does not show whether somebody else has uploaded the same file.
     * @returns its name, or undefined where the member has too many images without a review
     */
    async add(memberId: string, { bytes, width, height }: EncodedImage, at: Date): Promise<string | undefined> {
      const name = `${createHash('sha256').update(memberId).update('\0').update(bytes).digest('base64url').slice(0, 32)}.webp`;
      const { rowCount } = await pool.query({
        name: 'review-image-add',
        text: `insert into review_images (image_name, member_id, bytes, width, height, uploaded_at)
               select $1, $2, $3, $4, $5, $6
               where (select count(*) from review_images where member_id = $2 and comment_id is null and uploaded_at > $7) < ${LOOSE_LIMIT}
               on conflict (image_name) do update set uploaded_at = excluded.uploaded_at`,
        values: [name, memberId, bytes, width, height, at, new Date(at.getTime() - IMAGE_WAITS_MS)],
      });
      return rowCount === 0 ? undefined : name;
    },

    /**
     * Adds uploaded images to the member's review, as long as its last change is not older than an image may wait. It is a change
     * of the review, so the staff looks at it again. Without such a review they wait for the one that names them.
     * @returns false where the review would have too many
     */
    attach: (memberId: string, reviewId: string, names: readonly string[], at: Date): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const waited = new Date(at.getTime() - IMAGE_WAITS_MS);
        const { rowCount: found } = await client.query({
          name: 'review-images-own',
          text: 'select from reviews where comment_id = $1 and member_id = $2 and changed_at > $3 for update',
          values: [reviewId, memberId, waited],
        });
        if (found === 0) return true;
        // The row's lock, which a change of the review takes as well, keeps the number of images within its limit. It counts in a
        // statement of its own: one that waited for the lock would not see what was added meanwhile.
        const { rows } = await client.query<{ name: string }>({
          name: 'review-images-has',
          text: 'select image_name as name from review_images where comment_id = $1',
          values: [reviewId],
        });
        const has = new Set(rows.map(({ name }) => name));
        const own = await namesFor(client, { reviewId, memberId, names, after: waited });
        // An upload that is sent again, because its answer was lost, adds nothing.
        const added = own.filter((name) => !has.has(name));
        if (has.size + added.length > REVIEW_IMAGES_LIMIT) return false;
        const { rowCount: changed } = await client.query({
          name: 'review-images-attach',
          text: `update review_images set comment_id = $1, place = $4
                 where member_id = $2 and image_name = any($3::text[]) and comment_id is null`,
          values: [reviewId, memberId, added, has.size],
        });
        if (changed !== 0)
          await client.query({
            name: 'review-images-changed',
            text: 'update reviews set changed_at = greatest(changed_at, $2) where comment_id = $1',
            values: [reviewId, at],
          });
        return true;
      }),

    /** An image of a review that is not hidden. */
    async served(name: string): Promise<Buffer | undefined> {
      const { rows } = await pool.query<{ bytes: Buffer }>({
        name: 'review-image',
        text: `select i.bytes from review_images i join reviews r on r.comment_id = i.comment_id
               where i.image_name = $1 and r.hidden_at is null`,
        values: [name],
      });
      return rows[0]?.bytes;
    },
  };
}
