import { createRequestHandler } from 'react-router-dom';
import * as build from 'virtual:react-router/server-build';

/** The server side of the pages: takes a web `Request`, returns a web `Response`. The Fastify plugin is `web/server.ts`. */
export const handle = createRequestHandler(build as Parameters<typeof createRequestHandler>[0], 'production');
