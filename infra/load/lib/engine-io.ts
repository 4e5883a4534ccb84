/**
 * The part of Engine.IO 4 and Socket.IO 5 that a follower needs: text frames of one namespace. k6 has a
 * WebSocket and no socket.io. https://socket.io/docs/v4/engine-io-protocol/, https://socket.io/docs/v4/socket-io-protocol/
 */
export type Packet =
  /** the server's rules; ms */
  | { kind: 'open'; pingInterval: number; pingTimeout: number }
  | { kind: 'ping' }
  | { kind: 'connected' }
  /** the server's reason, if any */
  | { kind: 'refused'; message: string }
  | { kind: 'event'; name: string; body: unknown }
  | { kind: 'ack'; id: number; body: unknown }
  | { kind: 'closed' }
  | { kind: 'other' };

/** Parses a frame. An unknown frame is `other`; the protocol lets a client ignore it. */
export function readFrame(frame: string): Packet {
  switch (frame[0]) {
    case '0': {
      const { pingInterval = 25_000, pingTimeout = 20_000 } = (parse(frame.slice(1)) ?? {}) as Record<string, number>;
      return { kind: 'open', pingInterval, pingTimeout };
    }
    case '1':
      return { kind: 'closed' };
    case '2':
      return { kind: 'ping' };
    case '4':
      return readMessage(frame.slice(1));
    default:
      return { kind: 'other' };
  }
}

function readMessage(text: string): Packet {
  const [, type, id = '', rest = ''] = /^(\d)(\d*)(.*)$/s.exec(text) ?? [];
  switch (type) {
    case '0':
      return { kind: 'connected' };
    case '1':
      return { kind: 'closed' };
    case '2': {
      const [name, body] = (parse(rest) ?? []) as unknown[];
      return typeof name === 'string' ? { kind: 'event', name, body } : { kind: 'other' };
    }
    case '3':
      return { kind: 'ack', id: Number(id), body: ((parse(rest) ?? []) as unknown[])[0] };
    case '4': {
      const { message } = (parse(rest) ?? {}) as { message?: unknown };
      return { kind: 'refused', message: typeof message === 'string' ? message : '' };
    }
    default:
      return { kind: 'other' };
  }
}

export const PONG = '3';
export const CONNECT = '40';
export const CLOSE = '41';

/** An event that the server acknowledges with this id. */
export const eventFrame = (id: number, name: string, body: unknown): string => `42${id}${JSON.stringify([name, body])}`;

/** The socket's address. */
export const socketUrl = (shop: string): string => `${shop.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
