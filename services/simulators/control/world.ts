import type { Books } from '../books.ts';
import type { SimulatedClock } from '../clock.ts';
import type { Depot } from '../ecpay/depot.ts';
import type { Faults } from '../faults.ts';
import type { Outbox } from '../outbox.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Bank } from '../tappay/bank.ts';

/** All parts of the simulators, for their control page and calls. */
export type World = {
  books: Books;
  clock: SimulatedClock;
  scheduler: Scheduler;
  faults: Faults;
  outbox: Outbox;
  bank: Bank;
  depot: Depot;
  publicUrl: () => string;
  setClock(offsetMs: number): void;
  reset(): Promise<void>;
};
