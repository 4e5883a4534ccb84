import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'index.js',
  // The shop has few routes, so the first page contains their whole list and no navigation waits for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
