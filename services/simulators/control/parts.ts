import type { SimulatedClock } from '../clock.ts';
import type { Carrier } from '../ecpay/carrier.ts';
import type { Faults } from '../faults.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Bank } from '../tappay/bank.ts';
import type { Mails } from '../surenotify/routes.ts';
import type { Reports } from '../tracking/routes.ts';

/** The parts of the simulators that the control page and the control API use. */
export type Parts = {
  clock: SimulatedClock;
  scheduler: Scheduler;
  faults: Faults;
  webhooks: WebhookSender;
  bank: Bank;
  carrier: Carrier;
  mails: Mails;
  reports: Reports;
  publicUrl: () => string;
  setClock(offsetMs: number): void;
  reset(): Promise<void>;
};
