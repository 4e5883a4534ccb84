import { cpus } from 'node:os';
import { setInterval } from 'node:timers/promises';
import { max, mean, range, sum } from 'd3-array';
import { cpuSeconds, memoryMb } from '../bench/processes.ts';
import { readMetrics, type Figures } from './metrics-text.ts';
import type { Series } from './series.ts';

/** What is measured during a run: a process by the metrics that it exports, a process with its children by the system's record, or the machine. */
export type Source = { name: string } & ({ metrics: string } | { pid: () => number | undefined } | { machine: true });

/** The name of the machine among the processes. It is not one of them. */
export const WHOLE_MACHINE = 'whole machine';
/** The database of a shop that was started for the run: then every process of the run is measured. */
export const DATABASE = 'PostgreSQL';
/** The name of the load generator among the processes. */
export const GENERATOR = 'load generator (k6)';

/** `at`: ms since epoch */
export type Sample = { at: number } & Figures;
export type Samples = { name: string; samples: Sample[] }[];

/** ms */
const ANSWER_TIME = 5_000;

/**
 * Reads the sources again and again until it is stopped. A source that does not answer has a gap: a load test goes on when a
 * process of the shop is killed. @param token of `METRICS_TOKEN`
 */
export function watchProcesses(sources: readonly Source[], everyMs: number, token?: string): { stop(): Promise<Samples> } {
  const watched: Samples = sources.map(({ name }) => ({ name, samples: [] }));
  const stopping = new AbortController();
  const look = (): Promise<unknown> =>
    Promise.all(
      sources.map(async (source, index) => {
        const figures =
          'pid' in source ? ofSystem(source.pid()) : 'machine' in source ? ofMachine() : await ofMetrics(source.metrics, token);
        if (figures) watched[index]?.samples.push({ at: Date.now(), ...figures });
      }),
    );
  const watching = (async () => {
    await look();
    try {
      for await (const _ of setInterval(everyMs, undefined, { signal: stopping.signal })) await look();
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
    await look();
  })();
  // The caller of `stop` gets the error.
  watching.catch(() => undefined);
  return {
    /** may be called again */
    async stop() {
      stopping.abort();
      await watching;
      return watched;
    },
  };
}

async function ofMetrics(url: string, token: string | undefined): Promise<Figures | undefined> {
  try {
    const answer = await fetch(url, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_TIME),
    });
    return answer.ok ? readMetrics(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}

const NO_FIGURES: Figures = {
  cpuSeconds: undefined,
  residentMb: undefined,
  heapMb: undefined,
  loopDelayMs: undefined,
  oldestSeconds: undefined,
  eventsBehind: undefined,
};

const ofMachine = (): Figures => ({
  ...NO_FIGURES,
  cpuSeconds: sum(cpus(), ({ times: { user, nice, sys, irq } }) => (user + nice + sys + irq) / 1000),
});

function ofSystem(pid: number | undefined): Figures | undefined {
  const seconds = pid === undefined ? undefined : cpuSeconds(pid);
  if (pid === undefined || seconds === undefined) return undefined;
  return { ...NO_FIGURES, cpuSeconds: seconds, residentMb: memoryMb(pid) };
}

/** Sorts samples into the slices of a run: the mean of a slice, and of delays and lags the highest. */
export function processSeries(
  watched: Samples,
  { startedAt, sliceSeconds, slices }: { startedAt: number; sliceSeconds: number; slices: number },
): Pick<Series, 'processes' | 'lag'> {
  type Summary = (values: number[]) => number | undefined;
  const all = watched.flatMap(({ samples }) => samples);
  const inSlices = <T extends { at: number }>(samples: readonly T[], of: (sample: T) => number | undefined, summary: Summary) => {
    const values: number[][] = range(slices).map(() => []);
    for (const sample of samples) {
      const value = of(sample);
      if (value !== undefined) values[Math.floor((sample.at - startedAt) / 1000 / sliceSeconds)]?.push(value);
    }
    return values.map((some) => rounded(summary(some)));
  };
  return {
    processes: watched.map(({ name, samples }) => ({
      name,
      cores: inSlices(coresBetween(samples), ({ cores }) => cores, mean),
      residentMb: inSlices(samples, ({ residentMb }) => residentMb, mean),
      heapMb: inSlices(samples, ({ heapMb }) => heapMb, mean),
      loopDelayMs: inSlices(samples, ({ loopDelayMs }) => loopDelayMs, max),
    })),
    lag: {
      oldestSeconds: inSlices(all, ({ oldestSeconds }) => oldestSeconds, max),
      eventsBehind: inSlices(all, ({ eventsBehind }) => eventsBehind, max),
    },
  };
}

/** Processor time per second between two samples. A process that began anew between them has no value. */
function coresBetween(samples: readonly Sample[]): { at: number; cores: number | undefined }[] {
  return samples.slice(1).map(({ at, cpuSeconds: now }, index) => {
    const before = samples[index];
    const used = now === undefined || before?.cpuSeconds === undefined ? undefined : now - before.cpuSeconds;
    const seconds = (at - (before?.at ?? at)) / 1000;
    return { at, cores: used === undefined || used < 0 || seconds <= 0 ? undefined : used / seconds };
  });
}

const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1_000) / 1_000);
