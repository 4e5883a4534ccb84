import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { secondsOf, type Wish } from '../../infra/load/plan.ts';
import { isJourneyName, isMemberJourney, isProfileName, JOURNEYS, PROFILES, type JourneyName } from '../../infra/load/profiles.ts';

/** The load test cannot run as requested. The message is for the user. */
export class CannotRun extends Error {}

export type LoadOptions = {
  wish: Wish;
  /** undefined: a new shop for this run */
  target: string | undefined;
  simulators: string | undefined;
  /** seeded members of the target; a new shop gets as many as the run needs */
  members: number | undefined;
  /** journeys of the profile that need members where the target has none */
  leftOut: JourneyName[];
  /** the target's processes and the addresses of their metrics; empty: the target's own */
  metrics: { name: string; url: string }[];
  /** what runs at the target, for the report */
  about: string | undefined;
  /** undefined: a new folder under .data/load */
  out: string | undefined;
  ordersFile: string | undefined;
  /** k6's own outputs of every sample, as `k6 run --out` has them */
  outputs: string[];
  verbose: boolean;
};

const list = (entries: readonly (readonly [name: string, says: string])[]): string =>
  entries.map(([name, says]) => `  ${name.padEnd(12)}${says}`).join('\n');

export const help = `npm run load -- <profile> [options]    runs load on a shop and checks the result
npm run load -- compare A B           says what got worse from result A to result B; compare --help

Profiles
${list(Object.entries(PROFILES).map(([name, { says, rate, duration }]) => [name, `${says} (${rate}/s, ${duration} s)`]))}

Options
  --target URL           the shop; without it, a new shop is started for the run
  --simulators URL       the simulated bank and carriers of that shop, which move the parcels
  --members N            seeded members of the target (npm run seed -- --members N); without them, a target gets
                         no journeys of members
  --metrics NAME=URL     a process of the target and its /metrics, for the report; may be repeated
                         (default shop=<target>/metrics; METRICS_TOKEN is sent, if it is set)
  --about TEXT           what runs at the target, such as the event store: for the report and for compare
  --rate N               maximum total of journeys per second
  --duration D           90, 90s, 5m, 1h30m
  --journeys a,b         some of ${Object.keys(JOURNEYS).join(', ')}
  --stop-when-broken     ends the run when a bound breaks, from its 10th second on
  --tolerate-failures    for drills: failed calls are counted and repeated, and do not fail the run
  --out DIR              folder of the result; default .data/load/<profile>-<time>
  --orders-file FILE     file for the numbers of all confirmed orders, one per line; default orders.txt of the result
  --k6-out KIND[=TO]     also gives every sample to an output of k6, for another tool: json=FILE.gz, csv=FILE.gz,
                         opentelemetry, experimental-prometheus-rw …; may be repeated
  --max-vus N            maximum of concurrent shoppers (2000)
  --i-own-this-target    allows a target that is not this machine
  --verbose              shows the output of k6
  --help                 this text

Exit codes: 0 all bounds hold, 1 a bound is broken, 2 could not run. More: infra/load/README.md`;

/** Reads the command line. @returns undefined for `--help`. @throws CannotRun */
export function readArguments(args: readonly string[]): LoadOptions | undefined {
  const { values, positionals } = parsed(args);
  if (values.help) return undefined;
  const [profile, ...more] = positionals;
  if (profile === undefined) throw new CannotRun(`Which profile? There are ${names(PROFILES)}; --help explains them.`);
  if (!isProfileName(profile)) throw new CannotRun(`There is no profile "${profile}"; there are ${names(PROFILES)}.`);
  if (more.length > 0) throw new CannotRun(`Unexpected argument "${more[0]}": give one profile at a time.`);

  const allowed = values['i-own-this-target'] === true;
  const target = addressOf('--target', values.target, allowed);
  const simulators = addressOf('--simulators', values.simulators, allowed);
  if (simulators !== undefined && target === undefined)
    throw new CannotRun('--simulators belongs to --target: a new shop has its own simulators.');
  const [rate, duration] = [numberOf('--rate', values.rate), durationOf(values.duration)];
  const members = numberOf('--members', values.members, true);
  if (members !== undefined && target === undefined) throw new CannotRun('--members belongs to --target: a new shop gets its own members.');
  const hasMembers = target === undefined || members !== undefined;
  const journeys = journeysOf(values.journeys);
  if (!hasMembers && journeys?.some(isMemberJourney))
    throw new CannotRun('Journeys of members need seeded members at the target: npm run seed -- --members N there, and --members N here.');
  const ofProfile = Object.keys(PROFILES[profile].journeys) as JourneyName[];
  return {
    wish: {
      profile,
      ...(rate !== undefined && { rate }),
      ...(duration !== undefined && { duration }),
      ...(journeys && { journeys }),
      members: hasMembers,
      tolerant: values['tolerate-failures'] === true,
      untilItBreaks: values['stop-when-broken'] === true,
      maxVus: numberOf('--max-vus', values['max-vus'], true) ?? 2_000,
    },
    target,
    simulators,
    members,
    leftOut: hasMembers || journeys ? [] : ofProfile.filter(isMemberJourney),
    metrics: (values.metrics ?? []).map((text) => processOf(text, allowed)),
    about: values.about,
    out: values.out === undefined ? undefined : resolve(values.out),
    ordersFile: values['orders-file'] === undefined ? undefined : resolve(values['orders-file']),
    outputs: (values['k6-out'] ?? []).map(outputOf),
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
        members: text,
        metrics: { ...text, multiple: true },
        about: text,
        rate: text,
        duration: text,
        journeys: text,
        out: text,
        'orders-file': text,
        'k6-out': { ...text, multiple: true },
        'max-vus': text,
        'stop-when-broken': flag,
        'tolerate-failures': flag,
        'i-own-this-target': flag,
        verbose: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new CannotRun(`${(error as Error).message.split(/\.?\s*\n|\. /)[0]}. --help lists the options.`);
  }
}

const names = (of: object): string => Object.keys(of).join(', ');

function addressOf(option: string, text: string | undefined, allowed: boolean): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new CannotRun(`${option} must be an http or https address.`);
  if (!allowed && !isLoopback(url.hostname)) {
    throw new CannotRun(
      `${option} ${url.host} is not this machine. Load on another person's server is an attack. If the server is yours, add --i-own-this-target.`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function processOf(text: string, allowed: boolean): { name: string; url: string } {
  const [, name, address] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new CannotRun(`--metrics must be like http-1=http://127.0.0.1:3001/metrics, not "${text}".`);
  return { name, url: addressOf('--metrics', address, allowed) ?? '' };
}

/** k6 runs in another folder, so a file gets its whole path. */
function outputOf(text: string): string {
  const [, kind, to] = /^([\w-]+)(?:=(.+))?$/.exec(text) ?? [];
  if (kind === undefined) throw new CannotRun(`--k6-out must be like json=samples.json.gz or opentelemetry, not "${text}".`);
  return to !== undefined && ['json', 'csv'].includes(kind) ? `${kind}=${resolve(to)}` : text;
}

/** Whether a host name always means this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/i.test(host);

function numberOf(option: string, text: string | undefined, whole = false): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (whole && !Number.isInteger(number)) throw new CannotRun(`${option} must be a whole number.`);
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
