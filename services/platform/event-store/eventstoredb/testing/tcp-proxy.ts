import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy between client and server that breaks connections as a network does: without a message. */
export class TcpProxy {
  /** number of connections */
  opened = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #shut = false;
  #silent = false;
  #translation: (() => Transform) | undefined;
  #loses: ((request: Buffer, near: Socket, far: Socket) => void) | undefined;

  constructor(port: number, host = '127.0.0.1') {
    this.#server = createServer({ noDelay: true }, (near) => {
      this.opened++;
      if (this.#shut) return void near.destroy();
      const far = connect({ port, host, noDelay: true });
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
        if (this.#silent) continue;
        const answers = socket === far ? this.#translation?.() : undefined;
        if (answers) socket.pipe(answers).pipe(other);
        else socket.pipe(other);
      }
      if (!this.#silent) near.on('data', (request: Buffer) => this.#loses?.(request, near, far));
    });
  }

  /** A proxy to the server of an address, and the address of the proxy. */
  static async to(address: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(address);
    const proxy = new TcpProxy(Number(url.port), url.hostname);
    url.port = String(await proxy.listen());
    return { proxy, url: url.href };
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next request that contains the text is carried out, and its answer is lost with the connection. */
  loseAnswerTo(text: string): Promise<void> {
    const { promise, resolve: lost } = Promise.withResolvers<void>();
    this.#loses = (request, near, far) => {
      if (!request.includes(text)) return;
      this.#loses = undefined;
      far.unpipe(near).resume();
      far.once('data', () => {
        near.destroy();
        lost();
      });
    };
    return promise;
  }

  /** In answers on new connections, `to` stands for `from`, which has the same length. */
  translate(from: string, to: string): void {
    this.#translation = () =>
      new Transform({
        transform: (answer: Buffer, _, done) => done(null, Buffer.from(answer.toString('latin1').replaceAll(from, to), 'latin1')),
      });
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Closes all connections and accepts no more. */
  shut(): void {
    this.#shut = true;
    this.cut();
  }

  /** Connections stay open and new ones are accepted, but no data passes: as with a stopped process. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** New connections work again; silent ones stay silent. */
  reopen(): void {
    this.#shut = false;
    this.#silent = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
