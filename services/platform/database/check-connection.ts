import pg from 'pg';
import { ConfigError } from '../config.ts';
import { clientConfig } from './pool.ts';

/**
 * Connects once at the start. A failure gives one sentence that names the setting and the cause. It never contains the
 * password or the whole address.
 * @throws ConfigError
 */
export async function checkConnection(url: string, setting = 'DATABASE_URL'): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client(clientConfig(url));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ reads: string }>("select current_setting('transaction_read_only') as reads");
    if (rows[0]?.reads !== 'on') return;
  } catch (error) {
    throw new ConfigError([`${setting}: ${reasonOf(error as Failure, client)}`]);
  } finally {
    await client?.end().catch(() => undefined);
  }
  throw new ConfigError([`${setting}: this database only reads (a standby, or switched to read-only), and a start has to write.`]);
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
