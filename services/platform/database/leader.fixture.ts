// Leads until the process is killed: `node leader.fixture.ts <database url> <lock name>`.
import { aborted } from '../timing.ts';
import { withLeadership } from './index.ts';

const [url = '', lockName = ''] = process.argv.slice(2);
withLeadership({
  url,
  lockName,
  async lead({ lost }) {
    process.stdout.write('leads\n');
    await aborted(lost);
    process.stdout.write('lost\n');
  },
});
// A leadership alone does not keep a process alive.
setInterval(() => undefined, 60_000);
