import type { WebContext } from './lib/web-context.ts';

// In its own file, because the Fastify plugin shares the type and does not import the router.
declare module 'react-router' {
  interface AppLoadContext extends WebContext {}
}
