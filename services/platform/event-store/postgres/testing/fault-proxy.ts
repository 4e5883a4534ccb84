import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to the database that can drop answers. */
export class FaultProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #loseNext: ((request: Buffer) => boolean) | undefined;
  #lost: (() => void) | undefined;
  #closed = false;

  private constructor(host: string, port: number) {
    this.#server = createServer((client) => {
      if (this.#closed) return void client.destroy();
      const upstream = connect(port, host);
      let losing = false;
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.on('data', (request: Buffer) => {
        if (this.#loseNext?.(request)) {
          losing = true;
          this.#loseNext = undefined;
        }
        upstream.write(request);
      });
      upstream.on('data', (answer: Buffer) => {
        if (!losing) return void client.write(answer);
        client.destroy();
        this.#lost?.();
      });
    });
  }

  static async to(url: string): Promise<{ proxy: FaultProxy; url: string }> {
    const target = new URL(url);
    const proxy = new FaultProxy(target.hostname, Number(target.port));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    target.port = String((proxy.#server.address() as { port: number }).port);
    return { proxy, url: target.href };
  }

  /** The next request that contains the text is carried out, and its answer is lost with the connection. */
  loseAnswerTo(text: string): Promise<void> {
    this.#loseNext = (request) => request.includes(text);
    return new Promise((resolve) => (this.#lost = resolve));
  }

  /** No way through until `reopen`. */
  shut(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  reopen(): void {
    this.#closed = false;
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
