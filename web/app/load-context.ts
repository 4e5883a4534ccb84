import type { WebContext } from './lib/web-context.ts';

// Apart from the type itself, which the Fastify plugin shares and which knows no router.
declare module 'react-router' {
  interface AppLoadContext extends WebContext {}
}
