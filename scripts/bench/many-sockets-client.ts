import pg from 'pg';

/**
 * One follower for each order of the database, in its own process. To stay light it speaks Engine.IO's frames on a plain
 * WebSocket. Prints `{"sockets":n}` once all of them follow; on SIGTERM it prints the arrival times.
 */
const url = `${(process.env['SHOP_URL'] ?? '').replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
/** sockets opened at once */
const AT_ONCE = 100;

const database = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await database.connect();
const { rows } = await database.query<{ no: string }>("select substr(stream, 7) as no from event_store.events where type = 'OrderPlaced'");
await database.end();

const arrivals: [key: string, at: number][] = [];
let lost = 0;
let ending = false;

function follow(orderNo: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    let follows = false;
    socket.onclose = () => {
      if (!ending) lost += 1;
      reject(new Error(`the socket of ${orderNo} was closed`));
    };
    socket.onmessage = ({ data }: { data: string }) => {
      if (data.startsWith('0')) socket.send('40');
      else if (data.startsWith('40')) socket.send(`420${JSON.stringify(['order:subscribe', { orderNo, afterRevision: -1 }])}`);
      else if (data === '2') socket.send('3');
      else if (data.startsWith('430')) {
        const [answer] = JSON.parse(data.slice(3)) as [{ ok: boolean }];
        follows = true;
        if (answer.ok) resolve(socket);
        else reject(new Error(data));
      } else if (data.startsWith('42') && follows) {
        const [, { revision }] = JSON.parse(data.slice(2)) as [string, { revision: number }];
        arrivals.push([`${orderNo}/${revision}`, Date.now()]);
      }
    };
  });
}

const waiting = rows.map(({ no }) => no);
const open: WebSocket[] = [];
const opener = async (): Promise<void> => {
  for (let orderNo = waiting.pop(); orderNo !== undefined; orderNo = waiting.pop()) open.push(await follow(orderNo));
};
await Promise.all(Array.from({ length: AT_ONCE }, opener));
process.stdout.write(`${JSON.stringify({ sockets: open.length })}\n`);

process.on('SIGTERM', () => {
  ending = true;
  process.stdout.write(`${JSON.stringify({ arrivals, lost })}\n`, () => process.exit(0));
});
