import type { IncomingMessage, Server } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { ORDER_CATEGORY, orderProofs } from '@nordhaut/ordering';
import type { Consumption } from '@nordhaut/platform/bus';
import type { Role } from '@nordhaut/platform/role';
import { createRealtime, type Realtime } from '@nordhaut/realtime';
import type { ShopConfig } from '../config.ts';
import type { Engine } from '../engine.ts';
import { openBus } from '../kafka.ts';

/** Pushes what happens to the orders people follow; on the HTTP role's server where both live in one process. */
export function realtimeRole(engine: Engine, server: Server): Role {
  const { config, store, codec, clock, metrics, logger } = engine;
  const sockets = metrics.gauge('realtime_sockets', 'Open sockets');
  const pushDelay = metrics.histogram('realtime_push_delay_seconds', 'From the event to its push');
  let realtime: Realtime | undefined;
  let consumer: Consumption | undefined;
  return {
    name: 'realtime',
    async start() {
      const started = createRealtime(server, {
        store,
        codec,
        proofs: orderProofs(config.SESSION_SECRET, clock),
        origins: [new URL(config.PUBLIC_URL).origin],
        limits: {
          socketsPerAddress: config.SOCKETS_PER_ADDRESS,
          roomsPerSocket: 50,
          subscribesPerTenSeconds: 100,
          subscribesPerAddressAndMinute: subscribesPerMinute(config),
        },
        addressOf: addressOf(config.TRUST_PROXY),
        polling: config.SOCKET_POLLING,
        metrics: {
          sockets: (count) => sockets.set(count),
          pushed: (recordedAt) => pushDelay.observe(Math.max(0, clock().getTime() - Date.parse(recordedAt)) / 1000),
        },
        log: logger,
      });
      realtime = started;
      // A node that starts has no followers yet: what they missed they ask for themselves.
      const bus = await openBus(engine);
      consumer = await bus.consume({
        name: 'realtime',
        kind: 'ephemeral',
        filter: { categories: [ORDER_CATEGORY] },
        handler: started.onEvents,
      });
      started.open();
    },
    notReady: () => Promise.resolve(consumer ? (consumer.trouble() ?? store.trouble()) : 'realtime is starting'),
    async stop() {
      await consumer?.stop();
      await realtime?.close();
    },
  };
}

/** Per allowed socket and minute, over all sockets of an address: every page may come back, with all it follows, now and then. */
const SUBSCRIBES_PER_SOCKET = 12;

/** Grows with the sockets that an address may have, and is scaled and switched off as the limits of HTTP are. */
const subscribesPerMinute = ({ RATE_LIMITS, RATE_LIMIT_FACTOR, SOCKETS_PER_ADDRESS }: ShopConfig): number =>
  RATE_LIMITS ? Math.max(1, Math.round(SOCKETS_PER_ADDRESS * SUBSCRIBES_PER_SOCKET * RATE_LIMIT_FACTOR)) : Number.POSITIVE_INFINITY;

/** The visitor's address by the rule that HTTP goes by: what a client writes itself into the header is not believed. */
function addressOf(trusted: string): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(
    trusted
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
  return (request) => proxyAddr(request, trust);
}
