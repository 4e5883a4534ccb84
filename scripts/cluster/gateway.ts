import { createServer, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { BODY_LIMIT, receiveTimeouts, whyNotListening } from '@nordhaut/platform/http';
import { createProxyServer } from 'http-proxy-3';

/** The addresses of the ready processes. */
export type Upstreams = { http: () => readonly string[]; realtime: () => readonly string[] };

const HOST = '127.0.0.1';

/** Errors before a byte was sent: the request can go to another process without a double effect. */
const NOT_SENT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND']);
const AWAY = JSON.stringify({ status: 503, code: 'UNAVAILABLE', message: '系統忙碌中，請稍後再試' });
const TOO_LARGE = JSON.stringify({ status: 413, code: 'PAYLOAD_TOO_LARGE', message: '送出的資料過大' });

/**
 * The whole body, because a request may be sent to a second process. @returns undefined where the body is larger than the
 * shop accepts: the rest stays unread, so that no client fills the gateway's memory
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The response needs the socket after the last chunk.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * One address for the processes of a shop on this machine, as a reverse proxy in production: /socket.io goes to the realtime
 * processes, all other requests to the HTTP processes, in turn.
 */
export async function startGateway({
  port,
  upstreams,
  requestTimeout = 20_000,
}: {
  port: number;
  upstreams: Upstreams;
  /** ms within which a request must be complete */
  requestTimeout?: number;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const proxy = createProxyServer({ xfwd: true, agent: new Agent({ keepAlive: true, maxFreeSockets: 64 }) });
  // Without a listener, a broken socket would end the gateway.
  proxy.on('error', (_error, _request, out) => void out?.destroy());
  let turn = 0;
  const inTurn = (all: readonly string[]): string[] => {
    const first = turn++ % Math.max(1, all.length);
    return [...all.slice(first), ...all.slice(0, first)];
  };
  const pathOf = (request: IncomingMessage): readonly string[] =>
    request.url?.startsWith('/socket.io') ? upstreams.realtime() : upstreams.http();

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (!body) return void response.writeHead(413, { 'content-type': 'application/json', connection: 'close' }).end(TOO_LARGE);
    if (body.length > 0) {
      // The proxy gives a DELETE or an OPTIONS without a length the length 0. Then its body would be the next request of the connection.
      delete request.headers['transfer-encoding'];
      request.headers['content-length'] = String(body.length);
    }
    const targets = inTurn(pathOf(request));
    for (const target of targets) {
      if ((await tryOne(request, response, target, body)) === 'done') return;
    }
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(AWAY);
  }

  function tryOne(request: IncomingMessage, response: ServerResponse, target: string, body: Buffer): Promise<'done' | 'not sent'> {
    return new Promise((resolve) => {
      response.once('close', () => resolve('done'));
      void proxy.web(request, response, { target, buffer: Readable.from(body.length > 0 ? [body] : []) }, (error) => {
        if (NOT_SENT.has((error as NodeJS.ErrnoException).code ?? '') && !response.headersSent) return resolve('not sent');
        // The outcome is unknown: the client repeats the request with the same key.
        if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' });
        response.end(response.headersSent ? undefined : AWAY);
        resolve('done');
      });
    });
  }

  const server = createServer(receiveTimeouts(requestTimeout), (request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const [target] = inTurn(pathOf(request));
    if (target === undefined) return socket.destroy();
    void proxy.ws(request, socket as Socket, head, { target }, () => socket.destroy());
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(whyNotListening(error, { host: HOST, port, setting: 'PORT' })));
    server.listen(port, HOST, resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      proxy.close();
      const closed = new Promise((resolve) => server.close(resolve));
      // The server would wait for open WebSockets.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
