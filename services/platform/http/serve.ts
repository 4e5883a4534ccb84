import type { Role } from '../role.ts';
import type { App } from './types.ts';

/** The server cannot listen. The message is one sentence for the person who starts it. */
export class CannotListen extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'CannotListen';
  }
}

/**
 * The application as a role. `stop` accepts no new connection, answers the requests in progress, and closes idle connections.
 * @param setting the name of the setting of the port
 */
export function serve(app: App, { host, port, setting = 'PORT' }: { host: string; port: number; setting?: string | undefined }): Role {
  return {
    name: 'http',
    async start() {
      try {
        await app.listen({ host, port, listenTextResolver: () => 'http listens' });
      } catch (error) {
        throw whyNotListening(error, { host, port, setting });
      }
    },
    notReady: async () => (app.server.listening ? undefined : 'http does not listen yet.'),
    async stop() {
      // After its answer, a keep-alive connection stays open, and `close` would wait for it.
      const closing = setInterval(() => app.server.closeIdleConnections(), 50);
      try {
        await app.close();
      } finally {
        clearInterval(closing);
      }
    },
  };
}

/** @param setting the name of the setting of the port */
export function whyNotListening(cause: unknown, { host, port, setting }: { host: string; port: number; setting: string }): Error {
  const error = cause as NodeJS.ErrnoException;
  if (error.code === 'EADDRINUSE') {
    return new CannotListen(
      `Port ${port} is in use, by this shop running already or by another program: stop that one, or set ${setting} to a free port.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new CannotListen(`Port ${port} may not be opened by this user: set ${setting} to one above 1023.`, { cause: error });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CannotListen(`HOST ${host} is no address of this machine.`, { cause: error });
  }
  return error;
}
