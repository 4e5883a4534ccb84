import { randomUUID } from 'node:crypto';
import { NO_STREAM } from '../../port.ts';
import { createPostgresEventStore } from '../store.ts';

// Appends under load and says what was acknowledged, a line each, until it is killed.
// Usage: node append-forever.ts <url> <writers>
const [url, writers] = process.argv.slice(2);
const store = createPostgresEventStore({ url: url as string });
for (let writer = 0; writer < Number(writers); writer++) {
  void (async () => {
    for (const stream = `order-${randomUUID()}` as const; ; ) {
      for (let revision = NO_STREAM; ; ) {
        const events = [0, 1].map(() => ({ id: randomUUID(), type: 'Happened', data: '{}', metadata: '{}' }));
        const appended = await store.append(stream, revision, events);
        ({ revision } = appended);
        process.stdout.write(`${stream} ${revision} ${appended.position} ${events.map(({ id }) => id).join(' ')}\n`);
      }
    }
  })();
}
