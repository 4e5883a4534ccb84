/** A store cannot be reached. */
export class Unavailable extends Error {}

/**
 * Whether the event store is away, or the database is away, busy, full or read-only, or does not let the shop in. The call is
 * not the cause, and the same call may succeed later. Codes of Postgres: 08 (connection), 28 (user or password, which somebody
 * changes while the shop runs), 3D000 (no such database, while it is restored), 53 (disk, memory, connections), 57P0x (shutting
 * down, starting), 58030 (I/O error), 25006 (read-only). The others are codes of the network and of certificates, and messages
 * of the driver.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unavailable) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string' && CODES.test(code)) return true;
  // The server is reached by a Unix socket, whose file is gone while the server does not run.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (code === undefined && WORDS.test(error.message)) return true;
  // A refused append has the server's error as its cause. Causes of other errors do not count.
  return error.cause instanceof Error && 'severity' in error.cause && isUnavailable(error.cause);
}

const CODES =
  /^(08...|28(000|P01)|3D000|53...|57P0[1-5]|58030|25006|E(CONN|HOST|NET)[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|CERT_[A-Z_]+|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?|UNABLE_TO_(GET|VERIFY)_[A-Z_]+|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const WORDS =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|Query read timeout|There was an error establishing an SSL connection)/;
