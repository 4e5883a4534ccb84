import { createRequestHandler } from 'react-router-dom';
import * as build from 'virtual:react-router/server-build';

/** The whole server side of the pages: a web `Request` in, a web `Response` out. The Fastify plugin is `web/server.ts`. */
export const handle = createRequestHandler(build as Parameters<typeof createRequestHandler>[0], 'production');
