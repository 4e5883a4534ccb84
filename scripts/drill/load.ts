import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sleep } from '@nordhaut/platform/timing';
import { filesOf } from '../load/run-k6.ts';
import { MEMBERS } from './promotions.ts';

/** The result of the load: the fields of its result.json that the drill uses. */
export type LoadResult = {
  requests: number;
  requestsFailed: number;
  callsRepeated: number;
  ordersPlaced: number;
  journeysAsked: number;
  journeysFailed: number;
  journeysDropped: number;
  pushReceived: number;
  pushMissed: number;
  pushOutOfOrder: number;
  pushRepeated: number;
  followerReconnects: number;
  pushLatency: { p50: number; p95: number; p99: number; max: number };
  readYourWrite: { p50: number; p95: number; p99: number; max: number };
  ordersFile: string;
  problems: { problem: string; count: number }[];
};
export type Load = {
  /** Resolves when the load has placed its first order. @throws when it ended before */
  begun(): Promise<void>;
  /** Ends the load. */
  stop(): Promise<void>;
  /** Ends the load and returns its result with the numbers of the placed orders. @throws when there is no result */
  end(): Promise<LoadResult & { orders: string[] }>;
};

const LAUNCHER = fileURLToPath(new URL('../load.mjs', import.meta.url));

type Target = { url: string; simulatorsUrl: string; processes: readonly { name: string; url: string }[] };

/** Orders of every kind: also those of groups, those that are reported, and those of members with coupons and credit. */
const JOURNEYS = 'guest-cod,guest-card,group-order,guest-consent,look-up,browse,member-coupon,member-flash-sale';

/** Runs `npm run load -- load` until it is stopped. Its report has the figures of every process. */
export function startLoad(target: Target, options: { rate: string; out: string }): Load {
  const { rate, out } = options;
  const values = {
    duration: '1h',
    rate,
    journeys: JOURNEYS,
    target: target.url,
    simulators: target.simulatorsUrl,
    members: String(MEMBERS),
    out,
  };
  const metrics = target.processes.flatMap(({ name, url }) => ['--metrics', `${name}=${url}/metrics`]);
  const args = ['load', '--tolerate-failures', ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]), ...metrics];
  const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const files = filesOf(out);
  return {
    async begun() {
      while (!(existsSync(files.journal) && statSync(files.journal).size > 0)) {
        if (child.exitCode !== null) throw new Error(`the load ended at its start: ${errors.trim()}`);
        await sleep(100);
      }
    },
    stop,
    async end() {
      await stop();
      try {
        const result = JSON.parse(readFileSync(files.result, 'utf8')) as LoadResult;
        return { ...result, orders: readFileSync(result.ordersFile, 'utf8').split('\n').filter(Boolean) };
      } catch (error) {
        throw new Error(`the load left no result: ${errors.trim()}`, { cause: error });
      }
    },
  };
}

const ms = (value: number): string => `${Math.round(value)} ms`;

export const summaryOf = (load: LoadResult): string =>
  [
    `Load: ${load.journeysAsked} journeys, ${load.journeysFailed} failed, ${load.journeysDropped} not started; ${load.ordersPlaced} orders.`,
    `  ${load.requests} requests, ${load.requestsFailed} failed, ${load.callsRepeated} repeated with the same key.`,
    `  Pushes: ${load.pushReceived} received, ${load.pushMissed} missed, ${load.pushOutOfOrder} out of order; ${load.followerReconnects} reconnects; p50 ${ms(load.pushLatency.p50)}, p99 ${ms(load.pushLatency.p99)}, at most ${ms(load.pushLatency.max)}.`,
    `  Read your write: p50 ${ms(load.readYourWrite.p50)}, p99 ${ms(load.readYourWrite.p99)}, at most ${ms(load.readYourWrite.max)}.`,
    ...load.problems.slice(0, 5).map(({ problem, count }) => `  ${count} × ${problem}`),
  ].join('\n');
