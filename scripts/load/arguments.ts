import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { secondsOf, type Wish } from '../../infra/load/plan.ts';
import { isJourneyName, isProfileName, JOURNEYS, PROFILES } from '../../infra/load/profiles.ts';

/** The load test cannot run as requested. The message is for the user. */
export class CannotRun extends Error {}

export type LoadOptions = {
  wish: Wish;
  /** undefined: a new shop for this run */
  target: string | undefined;
  simulators: string | undefined;
  /** undefined: a new folder under .data/load */
  out: string | undefined;
  ordersFile: string | undefined;
  verbose: boolean;
};

const list = (entries: readonly (readonly [name: string, says: string])[]): string =>
  entries.map(([name, says]) => `  ${name.padEnd(12)}${says}`).join('\n');

export const help = `npm run load -- <profile> [options]    load on a shop, and whether it held

Profiles
${list(Object.entries(PROFILES).map(([name, { says, rate, duration }]) => [name, `${says} (${rate}/s, ${duration} s)`]))}

Options
  --target URL           the shop; without it one of our own is started for the time
  --simulators URL       the simulated bank and carriers of that shop: parcels are moved there by hand
  --rate N               journeys per second, all together, at the highest point
  --duration D           90, 90s, 5m, 1h30m
  --journeys a,b         some of ${Object.keys(JOURNEYS).join(', ')}
  --tolerate-failures    while processes are killed: failed calls are counted, made again and end nothing
  --out DIR              where the result is written; .data/load/<profile>-<time> without it
  --orders-file FILE     numbers of all orders that were answered with success, one a line; orders.txt of the result without it
  --max-vus N            shoppers at once at most (2000)
  --i-own-this-target    allows a target that is not this machine
  --verbose              shows what k6 says
  --help                 this text

Ends with 0: held, 1: a bound broke, 2: could not run. More: infra/load/README.md`;

/** Reads the command line. @returns undefined for `--help`. @throws CannotRun */
export function readArguments(args: readonly string[]): LoadOptions | undefined {
  const { values, positionals } = parsed(args);
  if (values.help) return undefined;
  const [profile, ...more] = positionals;
  if (profile === undefined) throw new CannotRun(`Which profile? There are ${names(PROFILES)}; --help tells more.`);
  if (!isProfileName(profile)) throw new CannotRun(`There is no profile "${profile}"; there are ${names(PROFILES)}.`);
  if (more.length > 0) throw new CannotRun(`"${more[0]}" is one word too many: one profile at a time.`);

  const allowed = values['i-own-this-target'] === true;
  const target = addressOf('--target', values.target, allowed);
  const simulators = addressOf('--simulators', values.simulators, allowed);
  if (simulators !== undefined && target === undefined)
    throw new CannotRun('--simulators belongs to --target: a shop of our own brings its own.');
  const [rate, duration] = [numberOf('--rate', values.rate), durationOf(values.duration)];
  const journeys = journeysOf(values.journeys);
  return {
    wish: {
      profile,
      ...(rate !== undefined && { rate }),
      ...(duration !== undefined && { duration }),
      ...(journeys && { journeys }),
      tolerant: values['tolerate-failures'] === true,
      maxVus: numberOf('--max-vus', values['max-vus']) ?? 2_000,
    },
    target,
    simulators,
    out: values.out === undefined ? undefined : resolve(values.out),
    ordersFile: values['orders-file'] === undefined ? undefined : resolve(values['orders-file']),
    verbose: values.verbose === true,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: args.filter((arg) => arg !== '--'),
      allowPositionals: true,
      options: {
        target: text,
        simulators: text,
        rate: text,
        duration: text,
        journeys: text,
        out: text,
        'orders-file': text,
        'max-vus': text,
        'tolerate-failures': flag,
        'i-own-this-target': flag,
        verbose: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new CannotRun(`${(error as Error).message.split(/\. |\n/)[0]}. --help lists the options.`);
  }
}

const names = (of: object): string => Object.keys(of).join(', ');

function addressOf(option: string, text: string | undefined, allowed: boolean): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new CannotRun(`${option} must be an http or https address.`);
  if (!allowed && !isLoopback(url.hostname)) {
    throw new CannotRun(
      `${option} ${url.host} is not this machine. Load on somebody else's server is an attack: if this one is yours, say --i-own-this-target.`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Whether a host name can only be this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/i.test(host);

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new CannotRun(`${option} must be a number above 0.`);
  return number;
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new CannotRun('--duration must be like 90, 90s, 5m or 1h30m.');
  return seconds;
}

function journeysOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const wanted = text.split(',').filter(Boolean);
  const unknown = wanted.find((name) => !isJourneyName(name));
  if (unknown !== undefined) throw new CannotRun(`There is no journey "${unknown}"; there are ${names(JOURNEYS)}.`);
  if (wanted.length === 0) throw new CannotRun(`--journeys must name some of ${names(JOURNEYS)}.`);
  return [...new Set(wanted)].filter(isJourneyName);
}
