import type { AddressInfo } from 'node:net';
import { openRecordStore } from './record-store.ts';
import { type Now, simulatedClock } from './clock.ts';
import { controlRoutes } from './control/routes.ts';
import { createCarrier, type Pace } from './ecpay/carrier.ts';
import { ecpayRoutes } from './ecpay/routes.ts';
import { FACEBOOK_PEOPLE, facebookRoutes, newFacebookId } from './facebook/routes.ts';
import { createTokens } from './facebook/tokens.ts';
import { createFaults } from './faults.ts';
import { createApp } from './http.ts';
import { createGrants } from './line/grants.ts';
import { LINE_PEOPLE, linePages, newLineId } from './line/pages.ts';
import { lineRoutes } from './line/routes.ts';
import { createPeople } from './people.ts';
import { mailPages } from './surenotify/pages.ts';
import { surenotifyRoutes } from './surenotify/routes.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { createScheduler } from './scheduler.ts';
import { trackingRoutes } from './tracking/routes.ts';
import { createBank } from './tappay/bank.ts';
import { tappayPages } from './tappay/pages.ts';
import { tappayRoutes } from './tappay/routes.ts';
import { zipRoute } from './zip.ts';

export type SimulatorOptions = {
  /** 0: any free port. */
  port: number;
  /** Default `127.0.0.1`. */
  host?: string;
  /** The origin of the simulators for browsers, without a final slash. Default: their own address. */
  publicUrl?: string;
  /** Default: the system clock. `POST /control/clock` adds an offset to it. */
  clock?: Now;
  /** A file of JSON lines for the records. Without it, a restart loses the records. */
  dataFile?: string;
  /** How parcels move automatically. Default: `off`. */
  pace?: Pace | 'off';
  /** Factor for the documented waits between retries of callbacks and notifies. Default: 1. */
  retryFactor?: number;
};

export type Simulators = {
  /** The origin, as in `publicUrl`. */
  url: string;
  port: number;
  /** Stops the server and the scheduler. The records stay in the file. */
  close(): Promise<void>;
  /** Same as `POST /control/reset`: deletes all records and faults, and sets the clock's offset to 0. */
  reset(): Promise<void>;
  /** Same as `POST /control/clock { advanceMs }`. */
  advance(ms: number): void;
};

/** A pace for manual tests: the first move after 20 s, then one every 20–40 s. */
export const GENTLE_PACE: Pace = { firstMs: 20_000, everyMs: [20_000, 40_000] };

/**
 * Starts the simulated providers of `providers.md` (card bank, carriers, LINE, Facebook, e-mail, and the receivers of reports), for
 * a machine without internet. Each has the wire protocol and the paths of the real provider, on one origin. The control API is under `/control`.
 */
export async function createSimulators(options: SimulatorOptions): Promise<Simulators> {
  const clock = simulatedClock(options.clock);
  const records = await openRecordStore(options.dataFile);
  const settings = records.table<number>('settings');
  clock.setOffset(settings.get('clockOffsetMs') ?? 0);

  const faults = createFaults();
  const scheduler = createScheduler(records, clock.now);
  const webhooks = createWebhookSender(scheduler, faults, clock.now, options.retryFactor ?? 1);
  const bank = createBank(records, scheduler, webhooks, clock.now);
  const carrier = createCarrier(records, scheduler, webhooks, clock.now, options.pace ?? 'off');
  const app = createApp();
  app.addHook('onSend', () => records.committed());
  let url = options.publicUrl ?? '';
  const publicUrl = () => url;

  const setClock = (offsetMs: number) => {
    clock.setOffset(offsetMs);
    settings.put('clockOffsetMs', offsetMs);
    scheduler.wake();
  };
  const reset = async () => {
    scheduler.reset();
    webhooks.reset();
    faults.clear();
    bank.reset();
    carrier.reset();
    clock.setOffset(0);
    await records.clear();
  };

  tappayRoutes(app, faults, bank, publicUrl);
  tappayPages(app, bank);
  ecpayRoutes(app, records, faults, carrier, clock);
  zipRoute(app);
  const lineUsers = createPeople(records, 'line-people', LINE_PEOPLE, newLineId);
  const grants = createGrants(records, clock.now);
  linePages(app, lineUsers, grants);
  lineRoutes(app, faults, lineUsers, grants, clock.now);
  const facebookUsers = createPeople(records, 'facebook-people', FACEBOOK_PEOPLE, newFacebookId);
  facebookRoutes(app, faults, facebookUsers, createTokens(records, clock.now));
  const mails = surenotifyRoutes(app, records, faults, webhooks, clock.now);
  mailPages(app, mails);
  const reports = trackingRoutes(app, records, faults, clock.now);
  controlRoutes(app, { clock, scheduler, faults, webhooks, bank, carrier, mails, reports, publicUrl, setClock, reset });

  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port, host });
  const { port } = app.server.address() as AddressInfo;
  url ||= `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

  return {
    url,
    port,
    close: async () => {
      scheduler.stop();
      await app.close();
      await records.close();
    },
    reset,
    advance: (ms) => setClock(clock.offsetMs() + ms),
  };
}
