import { hasCopy, refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import type { storyFiles } from './art/draw-story.ts';
import { PICTURE_NOT_FOUND } from './messages.ts';

const Path = z.object({ '*': z.string().check(z.maxLength(160)) });

/**
 * `GET /img/content/{path}-{width}.{avif|webp|png}` and `{path}-og.jpg`: the drawings beside the texts (infra/decisions/066).
 * `folder`: where they are kept.
 */
export const storyRoutes =
  (folder: string): Routes =>
  (app) => {
    // The image library is loaded with the first picture, not with the shop.
    let file: Promise<ReturnType<typeof storyFiles>> | undefined;
    const files = () => {
      file ??= Promise.all([import('./art/draw-story.ts'), import('./art/kept-drawings.ts')]).then(([art, { keptDrawings }]) =>
        art.storyFiles({
          onDisk: keptDrawings({ folder, trouble: (err) => app.log.warn({ err, folder }, 'drawings are not kept on the disk') }),
        }),
      );
      return file;
    };
    app.get(
      '/img/content/*',
      { config: { access: 'public', limit: 'static' }, schema: { hide: true, params: Path } },
      async (request, reply) => {
        const drawing = await (await files())(request.params['*']);
        if (!drawing) return refuse(404, 'NOT_FOUND', PICTURE_NOT_FOUND);
        reply.header('etag', drawing.tag).header('cache-control', 'public, max-age=86400');
        if (hasCopy(request, drawing.tag)) return reply.code(304).send();
        return reply.header('content-type', drawing.type).header('x-content-type-options', 'nosniff').send(drawing.bytes);
      },
    );
  };
