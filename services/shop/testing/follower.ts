import type { ClientToServerEvents, OrderStatusMessage, ServerToClientEvents, SubscribeAck } from '@nordhaut/contracts';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type Follower = {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** every message as it came */
  heard: OrderStatusMessage[];
  /** what a page shows of them: repeats and older ones are dropped by revision */
  seen: OrderStatusMessage[];
  subscribe(message: object): Promise<SubscribeAck>;
  close(): void;
};

type Options = Partial<ManagerOptions & SocketOptions>;

/** A page that follows orders. @throws where the socket is refused */
export async function follower(url: string, options: Options = {}): Promise<Follower> {
  const socket: Follower['socket'] = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options });
  const heard: OrderStatusMessage[] = [];
  const seen: OrderStatusMessage[] = [];
  const last = new Map<string, number>();
  socket.on('order:status', (message) => {
    heard.push(message);
    if (message.revision <= (last.get(message.orderNo) ?? -1)) return;
    last.set(message.orderNo, message.revision);
    seen.push(message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
    // The server went between its first word and its second: that is no error of connecting to the client.
    socket.once('disconnect', (reason) => reject(new Error(reason)));
  });
  return {
    socket,
    heard,
    seen,
    subscribe: (message) => socket.timeout(5_000).emitWithAck('order:subscribe', message as never),
    close: () => socket.close(),
  };
}

/** Waits until `look` holds. @throws after `ms` */
export async function soon(look: () => boolean, what: string, ms = 8_000): Promise<void> {
  for (const deadline = Date.now() + ms; !look(); ) {
    if (Date.now() > deadline) throw new Error(`still waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
