import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'index.js',
  // The shop has few routes: their whole list rides along with the first page, so that no navigation waits for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
