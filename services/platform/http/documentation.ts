import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { ErrorBody } from '@nordhaut/contracts';
import type { App } from './types.ts';

const IdempotencyKey = z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(200))) });
const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const BOTH_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** `/api/openapi.json` and the reference page `/api/docs`, both made from the routes' zod schemas. */
export async function document(app: App, options: { title: string; version: string; publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: options.title, version: options.version },
      servers: [{ url: options.publicUrl }],
    },
    transform: (document) => {
      const { schema, route } = document;
      const { method, config } = route;
      const keyed = CHANGES.has(String(method)) && config?.idempotency !== 'off' && config?.access !== 'provider';
      const described = {
        ...schema,
        ...(keyed && schema?.headers === undefined ? { headers: IdempotencyKey } : {}),
        ...(config?.form === undefined ? {} : { consumes: BOTH_TYPES }),
        // Every route answers what it refuses in this shape.
        response: { ...(schema?.response as object | undefined), '4xx': ErrorBody },
      };
      return jsonSchemaTransform({ ...document, schema: described as FastifySchema } as Parameters<typeof jsonSchemaTransform>[0]);
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json', deepLinking: true, tryItOutEnabled: false },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  });
  app.get('/api/openapi.json', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=60').send(app.swagger());
  });
}
