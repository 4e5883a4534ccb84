import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'index.js',
  // A page's script lists its own routes; those of its links follow while the page is idle. The whole list is 2 kB.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config;
