// A process that leads until it is killed: `node leader.fixture.ts <database url> <lock name>`.
import { withLeadership } from './index.ts';

const [url = '', lockName = ''] = process.argv.slice(2);
withLeadership({
  url,
  lockName,
  async lead({ lost }) {
    process.stdout.write('leads\n');
    await new Promise<void>((settle) => lost.addEventListener('abort', () => settle()));
    process.stdout.write('lost\n');
  },
});
// The leadership itself keeps no process alive.
setInterval(() => undefined, 60_000);
