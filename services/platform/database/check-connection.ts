import pg from 'pg';
import { ConfigError } from '../config.ts';
import { clientConfig } from './pool.ts';

type Session = { version: number; encoding: string; only_reads: string; isolation: string; scans: string };

const SESSION = `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
  current_setting('transaction_read_only') as only_reads, current_setting('default_transaction_isolation') as isolation,
  current_setting('enable_seqscan') as scans`;

/** The sessions of the owner and of the events have such options, which a pooler may refuse or drop. */
const OPTION = '-c enable_seqscan=off';

/**
 * Connects once at the start. A failure gives one sentence that names the setting and the cause. It never contains the
 * password or the whole address. `options`: whether later sessions have options
 * @throws ConfigError
 */
export async function checkConnection(url: string, setting: string, { options }: { options: boolean }): Promise<void> {
  let client: pg.Client | undefined;
  let reason: string | undefined;
  try {
    client = new pg.Client(clientConfig(url, 'nordhaut', options ? OPTION : undefined));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<Session>(SESSION);
    reason = unfit(rows[0] as Session, options);
  } catch (error) {
    reason = reasonOf(error as Failure, client);
  } finally {
    await client?.end().catch(() => undefined);
  }
  if (reason !== undefined) throw new ConfigError([`${setting}: ${reason}`]);
}

/** The oldest version that has everything that the shop asks of it, such as rights to single settings. */
const OLDEST = 15;

/** Why the shop cannot use such sessions; undefined if it can. `options`: whether `OPTION` was asked for */
export function unfit({ version, encoding, only_reads, isolation, scans }: Session, options: boolean): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) return `this server is PostgreSQL ${major}, and the shop needs ${OLDEST} or newer.`;
  if (encoding !== 'UTF8') return `the encoding of this database is ${encoding}, and the shop needs UTF8.`;
  if (only_reads === 'on') return 'this database only reads (a standby, or switched to read-only), and a start has to write.';
  // A transaction that waited for a lock has to see what the holder before committed.
  if (isolation !== 'read committed')
    return `its transactions are ${isolation} (default_transaction_isolation), and the shop needs read committed: alter role … set default_transaction_isolation = 'read committed', for each user of the shop.`;
  if (options && scans !== 'off') return 'a pooler there drops the options of sessions, and the shop needs them: name the server itself.';
  return undefined;
}

type Failure = Error & { code?: string; errors?: Error[] };

function reasonOf(error: Failure, client: pg.Client | undefined): string {
  if (!client) return unreadable(error);
  const { host, port, database = '', user = '' } = client;
  const there = `${host}:${port}`;
  switch (error.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${host}, or no way to ask for it.`;
    case 'ECONNREFUSED':
      return `nothing listens at ${there}.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${there} cannot be reached (${error.code}).`;
    case '28P01':
      return `${there} refuses the password of user ${user}.`;
    case '28000':
      return `${there} does not let user ${user} in: ${error.message}.`;
    case '3D000':
      return `the server at ${there} has no database named ${database}.`;
    case '53300':
      return `the server at ${there} has no connection left: ${error.message}.`;
    case '08P01':
      return `what listens at ${there} is no PostgreSQL, or a pooler that takes no settings of a session: ${error.message}.`;
    case '57P03':
      return `the server at ${there} is starting up or shutting down.`;
    default:
      return reasonOfMessage(error.message, there);
  }
}

/** For errors of the driver that have no code. */
function reasonOfMessage(message: string, there: string): string {
  if (/does not support SSL/.test(message)) return `the address asks for TLS, and the server at ${there} speaks none.`;
  if (/timeout/i.test(message)) return `${there} took the connection and says nothing; that is no PostgreSQL, or a stuck one.`;
  if (/terminated|ECONNRESET|EPIPE|ended/i.test(message)) return `what listens at ${there} is no PostgreSQL, or hangs up.`;
  if (/password must be a string/.test(message)) return `${there} wants a password, and the address holds none.`;
  if (/certificate|self.signed|altname|SSL|TLS/i.test(message)) return `TLS with ${there} failed: ${message}.`;
  return `${there} cannot be used: ${message}.`;
}

/** The parser's message is not used, because it may contain the address. */
function unreadable({ code, message }: Failure): string {
  if (code === 'ENOENT' || code === 'EACCES') return `a certificate that the address names cannot be read: ${message}.`;
  return 'the address cannot be read; expected postgres://user:password@host:port/database, with special characters as %XX.';
}
