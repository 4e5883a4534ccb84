import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Role } from '../role.ts';
import type { App } from './types.ts';

/** The server cannot listen. The message is one sentence for the person who starts it. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

export type Place = {
  host: string;
  port: number;
  /** the name of the setting of the port */
  setting?: string | undefined;
};

/**
 * Opens the port and closes it at once. A process calls it before it migrates: if the port is in use, it stops and leaves the database of
 * the running release as it is. @throws CannotListen
 */
export async function tryPort(place: Place): Promise<void> {
  try {
    await using probe = createServer().listen(place.port, place.host);
    await once(probe, 'listening');
  } catch (error) {
    throw whyNotListening(error, place);
  }
}

/**
 * The application as a role. `stop` accepts no new connection, answers the requests in progress, and closes idle connections.
 */
export function serve(app: App, place: Place): Role {
  return {
    name: 'http',
    async start() {
      try {
        await app.listen({ host: place.host, port: place.port, listenTextResolver: () => 'http listens' });
      } catch (error) {
        throw whyNotListening(error, place);
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

export function whyNotListening(cause: unknown, { host, port, setting = 'PORT' }: Place): Error {
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
