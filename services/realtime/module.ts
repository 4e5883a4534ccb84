import type { Module } from '@nordhaut/platform/module';
import { RealtimeConfig } from './config.ts';
import { type RealtimeFaces, realtimeRole } from './role.ts';

export const realtime: Module<RealtimeFaces> = {
  name: 'realtime',
  config: RealtimeConfig,
  // The sockets must close before their HTTP server, because the server waits for open sockets.
  roles: [{ name: 'realtime', afterHttp: true, join: (engine, faces, server) => [realtimeRole(engine, faces, server)] }],
};
