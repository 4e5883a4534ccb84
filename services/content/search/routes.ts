import { contentMessages as messages, SearchAnswer, SearchQuery } from '@nordhaut/contracts';
import { BY_ENCODING, refuse, type Routes } from '@nordhaut/platform/http';
import { normalise } from './grams.ts';
import type { Found, Query } from './search.ts';

/** `GET /api/content/search?q=`: one field over everything there is to read and to buy. */
export const searchRoutes =
  (search: (query: Query) => Promise<Found>): Routes =>
  (app) => {
    app.get(
      '/api/content/search',
      {
        config: { access: 'public' },
        schema: {
          querystring: SearchQuery,
          response: { 200: SearchAnswer },
          summary: 'Search products, ingredients, articles, campaigns and help',
          tags: ['content'],
        },
      },
      async (request, reply) => {
        const { q } = request.query;
        if (normalise(q) === '') return refuse(400, 'SEARCH_EMPTY', messages.searchEmpty);
        const found = await search(request.query);
        void reply.headers({ ...BY_ENCODING, 'cache-control': 'public, max-age=15' });
        return { q, ...found };
      },
    );
  };
