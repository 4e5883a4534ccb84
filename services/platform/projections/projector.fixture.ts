// Runs a projector until it is killed: `node projector.fixture.ts <database url>`.
import { createPool } from '../database/index.ts';
import { createCodec, createVault } from '../envelope/index.ts';
import { TEST_OUTER_KEYS } from '../envelope/testing.ts';
import { createPostgresEventStore } from '../event-store/index.ts';
import { projectorOf } from './fixtures.ts';

const [url = ''] = process.argv.slice(2);
const pool = createPool({ url });
const codec = createCodec({ vault: createVault({ pool, outer: TEST_OUTER_KEYS }) });
await projectorOf({ database: { pool }, store: createPostgresEventStore({ url }), codec }).start();
process.stdout.write('started\n');
