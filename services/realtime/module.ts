import type { OrderProofs } from '@nordhaut/ordering';
import type { Module } from '@nordhaut/platform/module';
import { RealtimeConfig } from './config.ts';
import { realtimeRole } from './role.ts';

export const realtime: Module<{ ordering: { proofs: OrderProofs } }> = {
  name: 'realtime',
  config: RealtimeConfig,
  // The sockets must close before their HTTP server, because the server waits for open sockets.
  roles: [{ name: 'realtime', afterHttp: true, join: (engine, { ordering }, server) => [realtimeRole(engine, ordering.proofs, server)] }],
};
