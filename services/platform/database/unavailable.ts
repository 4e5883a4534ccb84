/**
 * Whether the database is away, busy or full, or reads only: nothing that the statement is to blame for, and that
 * passes. Postgres classes 08 (connection), 53 (disk, memory, connections), 57P0x (shutting down, starting), 58030
 * (the disk again), 25006 (read-only), and what the network and the driver say.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && CODES.test(code)) return true;
  if (code === undefined && WORDS.test(error.message)) return true;
  // A refused append is told with the server's own error behind it; other errors have other causes.
  return error.cause instanceof Error && 'severity' in error.cause && isUnavailable(error.cause);
}

const CODES = /^(08...|53...|57P0[1-5]|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout)/;
