import { io, type Socket } from 'socket.io-client';
import { Pool } from 'undici';

/**
 * Followers of orders, in a process of their own: opens `sockets` sockets that each follow one of `orders` orders,
 * then lets the carrier (the simulators' control) report states of every order. Prints when each follower received
 * them. The first state is the warm-up and is not printed. Arguments: shop url, simulators url, sockets, orders as a JSON list.
 */
const [url = '', simulators = '', socketsText = '1000', ordersText = '[]'] = process.argv.slice(2);
const orders = JSON.parse(ordersText) as string[];
const sockets = Number(socketsText);

type Message = { orderNo: string; revision: number; at: string };
const arrivals = new Map<string, number[]>();
async function follow(index: number): Promise<Socket> {
  const orderNo = orders[index % orders.length] as string;
  const socket = io(url, { path: '/socket.io', transports: ['websocket'], forceNew: true });
  socket.on('order:status', ({ orderNo: about, revision }: Message) => {
    const key = `${about}/${revision}`;
    const times = arrivals.get(key) ?? [];
    times.push(Date.now());
    arrivals.set(key, times);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ack = (await socket.emitWithAck('order:subscribe', { orderNo, afterRevision: -1 })) as { ok: boolean };
  if (!ack.ok) throw new Error(JSON.stringify(ack));
  return socket;
}

/** Sockets that open at once: more of them may overflow the server's queue of connections on a busy machine. */
const AT_ONCE = 200;
const opened: Socket[] = [];
while (opened.length < sockets) {
  const wave = Array.from({ length: Math.min(AT_ONCE, sockets - opened.length) }, (_, at) => follow(opened.length + at));
  opened.push(...(await Promise.all(wave)));
}

// Twenty states a second, spread over all followed orders: a busy afternoon of a carrier.
const pool = new Pool(simulators, { connections: 8 });
const CODES = ['310', '3001', '3120', '3006', '3003'];
for (const [turn, code] of CODES.entries()) {
  for (const orderNo of orders) {
    await pool
      .request({
        method: 'POST',
        path: `/control/parcels/${orderNo}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: Number(code) }),
      })
      .then(({ body }) => body.dump());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const isWarmUp = turn === 0;
  if (!isWarmUp && turn < CODES.length - 1) continue;
  // The last states must arrive before they are counted, or forgotten.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  if (isWarmUp) arrivals.clear();
}
await pool.close();

const received = [...arrivals.values()].reduce((sum, times) => sum + times.length, 0);
process.stdout.write(
  `${JSON.stringify({ received, expected: sockets * (CODES.length - 1), arrivals: [...arrivals].map(([key, times]) => [key, ...times]) })}\n`,
);
for (const socket of opened) socket.close();
