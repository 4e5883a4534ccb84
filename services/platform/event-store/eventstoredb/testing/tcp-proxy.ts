import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between client and server and breaks connections as a network does: without a word. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #shut = false;

  constructor(port: number) {
    this.#server = createServer({ noDelay: true }, (near) => {
      if (this.#shut) return void near.destroy();
      const far = connect({ port, host: '127.0.0.1', noDelay: true });
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on nobody gets through. */
  shut(): void {
    this.#shut = true;
    this.cut();
  }

  reopen(): void {
    this.#shut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
