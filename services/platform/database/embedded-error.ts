/** Why the embedded PostgreSQL does not run. The message is one sentence for the person who starts it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
