import { clearTimeout, setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { CLOSE, CONNECT, eventFrame, PONG, readFrame, socketUrl } from './engine-io.ts';
import { target } from './settings.ts';

export type LiveSocket = {
  /** Sends an event; `answered` gets the acknowledgement, if there is one. */
  emit(name: string, body: unknown, answered: (answer: unknown) => void): void;
  close(): void;
};

export type SocketHandlers = {
  connected(): void;
  event(name: string, body: unknown): void;
  /** the connection ended; called once, as the last handler. `reason` is the server's, if any */
  ended(reason: string): void;
};

/** Opens a socket.io connection. A server that is silent for two ping intervals counts as disconnected. */
export function openSocket(handlers: SocketHandlers): LiveSocket {
  const socket = new WebSocket(socketUrl(target), null, { tags: { name: 'socket' } });
  const answers = new Map<number, (answer: unknown) => void>();
  let over = false;
  // The protocol's default, until the server says its own.
  let quiet = 45_000;
  let silence = 0;

  function end(reason: string): void {
    if (over) return;
    over = true;
    clearTimeout(silence);
    socket.close();
    handlers.ended(reason);
  }
  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(() => end('silent'), quiet);
  }

  // Sent without waiting for the server's first frame: k6 loses a frame that it reads before it calls `onopen`.
  socket.onopen = () => {
    heard();
    socket.send(CONNECT);
  };
  socket.onmessage = (message) => {
    if (over || typeof message?.data !== 'string') return;
    const packet = readFrame(message.data);
    if (packet.kind === 'open') quiet = packet.pingInterval + packet.pingTimeout;
    heard();
    switch (packet.kind) {
      case 'ping':
        return socket.send(PONG);
      case 'connected':
        return handlers.connected();
      case 'event':
        return handlers.event(packet.name, packet.body);
      case 'ack':
        answers.get(packet.id)?.(packet.body);
        answers.delete(packet.id);
        return undefined;
      case 'refused':
        return end(packet.message || 'refused');
      case 'closed':
        return end('closed by the server');
      case 'open':
      case 'other':
        return undefined;
    }
  };
  socket.onclose = () => end('closed');
  // Every failure is followed by a close, unless there was no connection.
  socket.onerror = () => end('failed');

  let lastId = 0;
  return {
    emit(name, body, answered) {
      if (over) return;
      answers.set(lastId, answered);
      socket.send(eventFrame(lastId++, name, body));
    },
    close() {
      if (over) return;
      over = true;
      clearTimeout(silence);
      if (socket.readyState === socket.OPEN) socket.send(CLOSE);
      socket.close();
    },
  };
}
