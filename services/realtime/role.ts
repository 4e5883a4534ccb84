import type { IncomingMessage, Server } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { ORDER_CATEGORY, type MemberOrderQueries, type OrderProofs } from '@nordhaut/ordering';
import type { Consumption } from '@nordhaut/platform/bus';
import { listIn, type PlatformConfig } from '@nordhaut/platform/config';
import { openBus, type Engine } from '@nordhaut/platform/engine';
import { readCookies } from '@nordhaut/platform/http';
import type { Role } from '@nordhaut/platform/role';
import { WALLET_CATEGORY } from '@nordhaut/promotions';
import { RealtimeConfig } from './config.ts';
import { createRealtime, type Realtime } from './server.ts';

/** What the sockets need of the orders and the accounts. */
export type RealtimeFaces = {
  ordering: { proofs: OrderProofs; memberOrders: Pick<MemberOrderQueries, 'followed' | 'hasReached'> };
  accounts: {
    cookies: { tokenOf(request: { cookies: Record<string, string | undefined> }): string | undefined };
    holdersOf(tokens: readonly string[]): Promise<Map<string, string>>;
    publicIdOf(memberId: string): string;
  };
  promotions: { hasReached(position: bigint): Promise<boolean> };
};

/** Sends status changes to the browsers that follow an order. Its sockets use the process's HTTP server. */
export function realtimeRole(engine: Engine, faces: RealtimeFaces, server: Server): Role {
  const { ordering, accounts, promotions } = faces;
  const { proofs, memberOrders } = ordering;
  const { config, store, codec, clock, metrics, logger } = engine;
  const { SOCKETS_PER_ADDRESS: socketsPerAddress, SOCKET_POLLING: polling } = config.of(RealtimeConfig);
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
        proofs,
        members: {
          tokenOf: (header) => accounts.cookies.tokenOf({ cookies: readCookies(header ?? '') }),
          holdersOf: accounts.holdersOf,
          publicIdOf: accounts.publicIdOf,
          ordersOf: memberOrders.followed,
          async hasReached(position) {
            // A page reads its coupons and credit after the answer. Where these are behind for longer, only the balance is old.
            const [hasOrders] = await Promise.all([memberOrders.hasReached(position), promotions.hasReached(position)]);
            return hasOrders;
          },
        },
        origin: new URL(config.PUBLIC_URL).origin,
        limits: {
          socketsPerAddress,
          roomsPerSocket: 50,
          subscribesPerTenSeconds: 100,
          subscribesPerAddressAndMinute: subscribesPerMinute(config, socketsPerAddress),
        },
        addressOf: addressOf(config.TRUST_PROXY),
        polling,
        metrics: {
          sockets: (count) => sockets.set(count),
          pushed: (recordedAt) => pushDelay.observe(Math.max(0, clock().getTime() - Date.parse(recordedAt)) / 1000),
        },
        log: logger,
      });
      realtime = started;
      // A consumer starts at the end of the store: this process has no followers yet, and they request what they missed.
      const bus = await openBus(engine);
      consumer = await bus.consume({
        name: 'realtime',
        filter: { categories: [ORDER_CATEGORY, WALLET_CATEGORY] },
        handler: started.onEvents,
      });
      started.open(await store.head());
    },
    notReady: () => Promise.resolve(consumer ? (consumer.trouble() ?? store.trouble()) : 'realtime is starting'),
    async stop() {
      await consumer?.stop();
      await realtime?.close();
    },
  };
}

/** Per allowed socket and minute, over all sockets of an address. Each page may reconnect now and then with all its orders. */
const SUBSCRIBES_PER_SOCKET = 12;

/** Grows with the sockets that an address may have. RATE_LIMITS and RATE_LIMIT_FACTOR apply as they do to HTTP. */
const subscribesPerMinute = ({ RATE_LIMITS, RATE_LIMIT_FACTOR }: PlatformConfig, socketsPerAddress: number): number =>
  RATE_LIMITS ? Math.max(1, Math.round(socketsPerAddress * SUBSCRIBES_PER_SOCKET * RATE_LIMIT_FACTOR)) : Number.POSITIVE_INFINITY;

/** The visitor's address by the same rule as HTTP: only trusted proxies may name it in the header. */
function addressOf(trusted: string): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile(listIn(trusted));
  return (request) => proxyAddr(request, trust);
}
