import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ErrorBody } from '@nordhaut/contracts';
import { completed, contractRegistry, type Document } from './describe-api.ts';
import { BY_ENCODING } from './public-answer.ts';
import type { App } from './types.ts';
import { cookieRules } from './visitor.ts';

const BOTH_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** Serves `/api/openapi.json` and the reference page `/api/docs`, generated from the zod schemas of the routes. */
export async function document(app: App, publicUrl: string): Promise<void> {
  const schemaRegistry = contractRegistry();
  const ofSchema = createJsonSchemaTransform({ schemaRegistry });
  const ofDocument = createJsonSchemaTransformObject({ schemaRegistry });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nordhaut',
        version: '1',
        description: 'The HTTP API of the shop. Errors have one shape, ErrorBody. Every changing call accepts an Idempotency-Key.',
        license: { name: 'All rights reserved', url: `${publicUrl}/help/termsAndConditions` },
      },
      // Relative to the server that serves the description.
      servers: [{ url: '/' }],
    },
    transform: (route) => {
      const { schema } = route;
      const { form, parts } = route.route.config ?? {};
      const described = {
        ...schema,
        ...(form && { consumes: BOTH_TYPES }),
        ...(parts && { consumes: ['multipart/form-data'], body: parts }),
        response: { ...(schema?.response as object | undefined), '4xx': ErrorBody },
      };
      return ofSchema({ ...route, schema: described as FastifySchema } as Parameters<typeof ofSchema>[0]);
    },
    transformObject: (given) =>
      completed(ofDocument(given as Parameters<typeof ofDocument>[0]) as Document, app.registeredRoutes, cookieRules(publicUrl)) as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json', deepLinking: true, tryItOutEnabled: false },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  });
  app.get('/api/openapi.json', { schema: { hide: true }, config: { access: 'public', limit: 'expensive' } }, (_request, reply) => {
    return reply.headers({ ...BY_ENCODING, 'cache-control': 'public, max-age=60' }).send(app.swagger());
  });
}
