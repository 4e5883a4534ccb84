import multipart from '@fastify/multipart';
import { contentMessages as messages, REVIEW_IMAGE_BYTES, REVIEW_IMAGES_LIMIT, UploadedImages } from '@nordhaut/contracts';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { encodeImage, reviewImages } from './review-images.ts';
import { type Slot, uploadSlots } from './upload-slots.ts';
import type pg from 'pg';

const REVIEW_ID = /^[a-z0-9-]{3,40}$/;
/** bytes of a whole request: the images, and room for the parts' heads */
const REQUEST_BYTES = REVIEW_IMAGES_LIMIT * REVIEW_IMAGE_BYTES + 64 * 1024;

/** `commentId`: where the review exists */
const Parts = z.object({
  'file[]': z.array(z.file()).check(z.minLength(1), z.maxLength(REVIEW_IMAGES_LIMIT)),
  commentId: z.optional(z.string()),
});

export type UploadDeps = {
  pool: pg.Pool;
  clock: () => Date;
  /** @throws Rejected 401 */
  memberOf: (request: FastifyRequest) => Promise<string>;
};

const tooLarge = (): never => refuse(413, 'IMAGE_TOO_LARGE', messages.imageTooLarge);
const unreadable = (): never => refuse(400, 'IMAGE_UNREADABLE', messages.imageUnreadable);

/** `POST /api/upload/comment/`, and the images of reviews under `/img/_comment/` (spec/1 §7). */
export const uploadRoutes =
  ({ pool, clock, memberOf }: UploadDeps): Routes =>
  async (app) => {
    const images = reviewImages(pool);
    const inSlot = uploadSlots();
    await app.register(multipart, {
      limits: {
        fileSize: REVIEW_IMAGE_BYTES,
        files: REVIEW_IMAGES_LIMIT,
        fields: 4,
        fieldSize: 200,
        parts: REVIEW_IMAGES_LIMIT + 4,
        headerPairs: 20,
      },
      throwFileSizeLimit: false,
    });

    app.post(
      '/api/upload/comment/',
      {
        config: { access: 'member', limit: 'expensive', idempotency: 'off', parts: Parts },
        onRequest: (request, _reply, done) => {
          done(Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES ? rejectedSize() : undefined);
        },
        schema: { response: { 200: UploadedImages }, summary: 'Upload images of a review', tags: ['reviews'] },
      },
      async (request, reply) => {
        const memberId = await memberOf(request);
        if (!request.isMultipart()) return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', messages.imageUnreadable);
        const fileNames = await inSlot({ request, reply, memberId }, (slot) => take(request, memberId, slot));
        return { state: 200 as const, fileNames };
      },
    );

    async function take(request: FastifyRequest, memberId: string, slot: Slot): Promise<string[]> {
      const names: string[] = [];
      let reviewId: string | undefined;
      try {
        for await (const part of request.parts()) {
          if (part.type !== 'file') {
            if (part.fieldname === 'commentId' && REVIEW_ID.test(String(part.value))) reviewId = String(part.value);
            continue;
          }
          const bytes = await part.toBuffer();
          if (part.file.truncated) tooLarge();
          slot.receives(false);
          const encoded = await encodeImage(bytes, slot.over);
          slot.over.throwIfAborted();
          if (encoded === 'too large') return tooLarge();
          if (encoded === 'unreadable') return unreadable();
          const name = await images.add(memberId, encoded, clock());
          if (name === undefined) return refuse(429, 'TOO_MANY_IMAGES', messages.tooManyImages);
          if (!names.includes(name)) names.push(name);
          slot.receives(true);
        }
      } catch (error) {
        throw asRejection(error);
      }
      if (names.length === 0) return unreadable();
      if (reviewId !== undefined && !(await images.attach(memberId, reviewId, names, clock())))
        return refuse(400, 'TOO_MANY_IMAGES', messages.tooManyImages);
      return names;
    }

    app.get(
      '/img/_comment/:name',
      {
        config: { access: 'public', limit: 'picture' },
        schema: { hide: true, params: z.object({ name: z.string().check(z.maxLength(100)) }) },
      },
      async (request, reply) => {
        const bytes = await images.served(request.params.name);
        if (!bytes) return refuse(404, 'NOT_FOUND', messages.imageUnknown);
        return (
          reply
            .header('content-type', 'image/webp')
            .header('x-content-type-options', 'nosniff')
            .header('content-security-policy', "default-src 'none'; sandbox")
            // A hidden or withdrawn review's images leave the caches within an hour.
            .header('cache-control', 'public, max-age=3600, immutable')
            .send(bytes)
        );
      },
    );
  };

const rejectedSize = (): Rejected => new Rejected({ status: 413, code: 'IMAGE_TOO_LARGE', message: messages.imageTooLarge });

/** The parser's refusals in the shop's words. */
function asRejection(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (error instanceof Rejected) return error;
  // The parser's errors about a broken body have no code. A boundary that is too long is its needle.
  if (/multipart|unexpected end|part terminated|boundary|needle/i.test(String(error)) && code === undefined)
    return new Rejected({ status: 400, code: 'IMAGE_UNREADABLE', message: messages.imageUnreadable });
  if (typeof code !== 'string') return error;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new Rejected({ status: 400, code: 'TOO_MANY_IMAGES', message: messages.tooManyImages });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return rejectedSize();
  if (code.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new Rejected({ status: 400, code: 'IMAGE_UNREADABLE', message: messages.imageUnreadable });
  return error;
}
