import type { Socket } from 'socket.io';

/** packets that wait for a connection's transport */
const MAX_WAITING = 1_000;

/** A reader that does not keep up fills this process's memory. After the disconnect it comes back and asks for what it missed. */
export function disconnectIfSlow(socket: Pick<Socket, 'conn' | 'disconnect'>): void {
  let waiting = 0;
  socket.conn.on('packetCreate', () => {
    waiting++;
    // Once: the disconnect creates a packet, too.
    if (waiting === MAX_WAITING + 1) socket.disconnect(true);
  });
  // The transport has taken all packets.
  socket.conn.on('drain', () => (waiting = 0));
}
