import { inspect } from 'node:util';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/**
 * Configuration comes from the environment only. The start reads it once and reports each mistake in one sentence.
 * Each capability declares its own settings in its module. A setting that must differ in production has a `sandbox` value:
 * development uses it, and production refuses it and requires another one.
 */

/** A value that must not appear in a log, an error or a JSON answer. Only `reveal()` returns it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  [inspect.custom](): string {
    return '[secret]';
  }
}
export const secret = (value: string): Secret => new Secret(value);

/** Why production does not start with a value, as the end of a sentence that begins with the setting's name. */
type Refusal = (value: string) => string | undefined;
/** The settings with rules for production. `required`: production needs a value. `refuses`: checks it. */
const inProduction = z.registry<{ required: boolean; refuses: Refusal }>();

function demand<Schema extends z.core.$ZodType>(schema: Schema, refuses: Refusal, { required = true } = {}): Schema {
  inProduction.add(schema, { required, refuses });
  return schema;
}

const SANDBOX = 'must not be a sandbox value';
const otherThan =
  (published: string): Refusal =>
  (value) =>
    value === published ? SANDBOX : undefined;
const withoutTls: Refusal = (text) => (/^http:/i.test(text.trim()) ? 'must be an https address' : undefined);

/** The values between the commas. */
export const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** A text that `read` turns into a value; undefined for a text that breaks the rule in `message`. */
export const readAs = <Value>(message: string, read: (text: string) => Value | undefined) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

/** A number from the environment. The error message gives the bounds. */
export const numberSetting = (
  fallback: number,
  bounds: {
    min: number;
    max: number;
    whole?: boolean;
    /** the fallback is a published value, so production refuses it */
    sandbox?: boolean;
    /** why there is nothing below or above, for the error message */
    because?: string;
  },
) => {
  const { min, max, whole = true, sandbox, because } = bounds;
  const read = readAs(`must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}${because ? `: ${because}` : ''}`, (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined;
  });
  const schema = z._default(read, fallback);
  return sandbox ? demand(schema, (text) => (Number(text) === fallback ? SANDBOX : undefined)) : schema;
};

/**
 * How long something is kept, in the unit of the setting's name. The specification or the law gives the default, and less is refused.
 * `because` says it to the operator. All of them are a table in infra/production.md (decisions.md 85).
 */
export const keepingSetting = (least: number, { max, because }: { max: number; because: string }) =>
  numberSetting(least, { min: least, max, because });

const isOn = (text: string): boolean => ['on', 'true', '1', 'yes'].includes(text.trim().toLowerCase());
const isOff = (text: string): boolean => ['off', 'false', '0', 'no'].includes(text.trim().toLowerCase());

/** on, true, 1, yes or off, false, 0, no. */
export const switchSetting = (fallback: boolean) =>
  z._default(
    readAs('must be on or off', (text) => (isOn(text) || isOff(text) ? isOn(text) : undefined)),
    fallback,
  );

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An http(s) address without a trailing slash. */
export const urlSetting = (fallback: string) =>
  z._default(
    readAs('must be an http or https address', (text) => (isWebAddress(text) ? text.replace(/\/+$/, '') : undefined)),
    fallback,
  );

/**
 * A text with a `sandbox` value for development and tests. Production refuses it and needs another value.
 * @param fits what the provider takes, and how the refusal of any other text ends
 */
export const sandboxSetting = (sandbox: string, fits: (text: string) => boolean = () => true, refusal = '') =>
  demand(z._default(z.string().check(z.minLength(1, 'must not be empty'), z.refine(fits, refusal)), sandbox), otherThan(sandbox));

const atLeast = (minLength: number) => z.minLength(minLength, `must have at least ${minLength} characters`);

/** The same for a secret. The value is a `Secret`. */
export const secretSetting = ({ sandbox, minLength = 1 }: { sandbox: string; minLength?: number }) =>
  demand(z.pipe(z._default(z.string().check(atLeast(minLength)), sandbox), z.transform(secret)), otherThan(sandbox));

const optionalSecret = (check: z.core.$ZodCheck<string>) => z.optional(z.pipe(z.string().check(check), z.transform(secret)));

/** A secret that development can do without. Production needs one, and refuses the published value. */
export const secretInProduction = ({ minLength, published }: { minLength: number; published: string }) =>
  demand(optionalSecret(atLeast(minLength)), otherThan(published));

/**
 * The address of a provider that has a sandbox. Production refuses each path on the sandbox's host, and each address
 * without TLS, because keys and personal data are sent there.
 */
export const providerUrlSetting = (sandbox: string) =>
  demand(urlSetting(sandbox), (text) => (new URL(text).host === new URL(sandbox).host ? SANDBOX : withoutTls(text)));

/** An address that is optional in production. Production refuses one without TLS. */
export const httpsInProduction = <Schema extends z.core.$ZodType>(schema: Schema): Schema =>
  demand(schema, withoutTls, { required: false });

/** A protection that tests and load tests switch off. Production refuses `off`: a setting that a test left behind would not show. */
export const switchOnInProduction = () =>
  demand(switchSetting(true), (text) => (isOn(text) ? undefined : 'must be on'), { required: false });

/** The published key of the development containers (docker-compose.yml). */
const DEVELOPMENT_DATA_KEY = 'ZGV2ZWxvcG1lbnQtb25seS1wZXJzb25hbC1kYXRhLWs=';

const postgresSetting = () => optionalSecret(z.regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'));

/** Values separated by commas; empty: none. */
const listSetting = (fits: (one: string) => boolean, message: string) =>
  z._default(z.string().check(z.refine((text) => text.split(',').every((one) => fits(one.trim())), message)), '');

const isNetwork = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

export const PlatformConfig = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production'], 'must be development, test or production'), 'development'),
  HOST: z._default(z.string().check(z.minLength(1, 'must not be empty')), '127.0.0.1'),
  /** 0: any free port */
  PORT: numberSetting(3000, { min: 0, max: 65_535 }),
  /** the address that browsers use; https, which production requires, switches on Secure cookies and HSTS */
  PUBLIC_URL: demand(urlSetting('http://localhost:3000'), withoutTls),
  /** other origins that may send changes with cookies, separated by commas */
  ALLOWED_ORIGINS: listSetting((one) => one === '' || isWebAddress(one), 'must be http or https addresses, separated by commas'),
  /** a Postgres server; without it the embedded one runs in DATA_DIR. Its user runs the shop */
  DATABASE_URL: postgresSetting(),
  /** the same database as the user who owns the events and migrates; only `--job migrate`, `npm start` and copy-store need it */
  DATABASE_OWNER_URL: postgresSetting(),
  /** production accepts that the user of DATABASE_URL could change the history, where a server offers a single user */
  DATABASE_ONE_USER: switchSetting(false),
  /** EventStoreDB keeps the events instead of Postgres; the address may hold a password */
  EVENTSTORE_URL: optionalSecret(
    z.regex(
      /^esdb(\+discover)?:\/\//,
      'must be an esdb:// or esdb+discover:// address (for kurrentdb:// write esdb://, the server is the same)',
    ),
  ),
  /**
   * ms without an answer of the event store after which commands are refused. It covers an ordinary election among three
   * nodes: followers miss a silent leader after its heartbeat's interval and timeout (700 ms each), and one round of the
   * election takes at most 1,000 ms (the server's defaults). Slower networks need more, and their shoppers wait longer.
   */
  STORE_PATIENCE: numberSetting(2_400, { min: 100, max: 60_000 }),
  DATABASE_POOL: numberSetting(10, { min: 1, max: 200 }),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'must not be empty')), '.data'),
  /** signs cookies and proofs */
  SESSION_SECRET: secretSetting({ sandbox: 'development-only-session-secret-0000', minLength: 32 }),
  /**
   * The outer keys, which encrypt the keys of personal data: `id:key`, separated by commas, with 32 bytes in base64. The
   * first one encrypts; each one decrypts. Without the setting, development makes a key in DATA_DIR.
   */
  PERSONAL_DATA_KEYS: demand(
    optionalSecret(
      z.regex(
        /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=(,[\w-]{1,32}:[A-Za-z0-9+/]{43}=)*$/,
        'must be id:key, with 32 bytes in base64, and further ones after commas',
      ),
    ),
    (value) => (value.includes(DEVELOPMENT_DATA_KEY) ? SANDBOX : undefined),
  ),
  /** folder of the list of forgotten subjects (platform/forgetting): outside the database, the same for all processes; default: in DATA_DIR */
  FORGOTTEN_LIST: demand(z.optional(z.string()), () => undefined),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent'),
    'info',
  ),
  /** addresses of trusted proxies, whose X-Forwarded-* headers are used: IPs, CIDRs, `loopback`, `uniquelocal`, separated by commas */
  TRUST_PROXY: listSetting(isNetwork, 'must be addresses, networks (10.0.0.0/8), loopback or uniquelocal, separated by commas'),
  /** also bounds guesses of passwords, codes and phone numbers */
  RATE_LIMITS: switchOnInProduction(),
  /** multiplies every limit; for load tests and for large sites behind few addresses */
  RATE_LIMIT_FACTOR: numberSetting(1, { min: 0.01, max: 1_000_000, whole: false }),
  /** checks answers against their schemas; it costs time, so it is for tests and development only */
  CHECK_ANSWERS: z.optional(switchSetting(false)),
  /** the bearer token for /metrics in production; without it production does not serve /metrics */
  METRICS_TOKEN: optionalSecret(atLeast(16)),
  /** ms in which the whole request must arrive, headers and body */
  REQUEST_TIMEOUT: numberSetting(20_000, { min: 100, max: 300_000 }),
  /** the commit of this release; the metadata of events names it beside the version */
  RELEASE_COMMIT: z.optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/, 'must be 7 to 64 hexadecimal digits'))),
  /** maximum duration of a stop, in ms */
  STOP_DEADLINE: numberSetting(10_000, { min: 100, max: 300_000 }),
});
export type PlatformConfig = z.infer<typeof PlatformConfig>;

/** Each line is a sentence for the operator who starts the process. */
export class ConfigError extends Error {
  readonly sentences: readonly string[];
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
    this.sentences = sentences;
  }
}

/**
 * Reads the settings of `schema` from `env`; an empty variable counts as not set. The error messages contain no values,
 * because a mistyped secret is still a secret.
 * @throws ConfigError with one sentence for each invalid variable
 */
export function readConfig<Schema extends z.ZodMiniObject>(schema: Schema, env: NodeJS.ProcessEnv = process.env): z.core.output<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const sentences = new Map<string, string>();
  const parsed = z.core.safeParse(schema, given, { error: z.locales.en().localeError });
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!sentences.has(name)) sentences.set(name, `${name} ${missing(issue) ? 'is missing' : issue.message}.`);
  }
  if (env['NODE_ENV'] === 'production') {
    for (const [name, piece] of Object.entries(schema.shape)) {
      if (sentences.has(name)) continue;
      const reason = refusalOf(piece, given[name]);
      if (reason !== undefined) sentences.set(name, `${name} ${reason} in production.`);
    }
  }
  if (sentences.size > 0 || !parsed.success) throw new ConfigError([...sentences.values()]);
  return parsed.data;
}

/** Why production refuses the value; undefined if it accepts the value. */
function refusalOf(setting: z.core.$ZodType, value: string | undefined): string | undefined {
  const demanded = inProduction.get(setting);
  if (value === undefined) return demanded?.required ? 'must be set' : undefined;
  return demanded?.refuses(value);
}

/** Reads one piece of the configuration. The start has checked all pieces, so this does not throw. */
export type Settings = <Schema extends z.ZodMiniObject>(schema: Schema) => z.core.output<Schema>;

const missing = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message);
