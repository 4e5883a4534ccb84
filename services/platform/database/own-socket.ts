import { Socket } from 'node:net';
import pg from 'pg';

/**
 * A client on a socket of its own. `client.end()` waits for the server, and a server that has gone silent never answers;
 * `destroy` closes the connection at once.
 */
export function destroyableClient(config: pg.ClientConfig): { client: pg.Client; destroy: () => void } {
  const socket = new Socket();
  return { client: new pg.Client({ ...config, stream: () => socket }), destroy: () => void socket.destroy() };
}
