import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockKey } from './lock-key.ts';
import { clientConfig } from './pool.ts';

export type LeadershipOptions = {
  url: string;
  /** What is led, e.g. `relay`; one holder at a time among all processes on the database. */
  lockName: string;
  /**
   * Called on every gain. `lost` fires when the leadership is gone: stop at once. `epoch` grows with every gain,
   * whoever gains: write it beside what you write and refuse an older one, since a leader that was cut off may
   * not know it yet. When the returned promise ends early (or rejects) the leadership is given up and sought anew.
   */
  lead: (term: { lost: AbortSignal; epoch: bigint }) => Promise<void>;
  onError?: (error: Error) => void;
  /** How often a follower tries, ms; default 500. */
  retryMs?: number;
};

export type Leadership = {
  isLeader(): boolean;
  /** Gives the lock back after `lead` has ended. */
  stop(): Promise<void>;
};

/** Seeks the lock for as long as it lives. The lock belongs to a connection of its own and dies with it. */
export function withLeadership(options: LeadershipOptions): Leadership {
  const stopping = new AbortController();
  let leading = false;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await seekAndLead(options, stopping.signal, (now) => (leading = now));
      } catch (error) {
        if (!stopping.signal.aborted) options.onError?.(error as Error);
      }
      await pause(options.retryMs ?? 500, stopping.signal);
    }
  })();
  return {
    isLeader: () => leading,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function seekAndLead(options: LeadershipOptions, stopping: AbortSignal, setLeading: (now: boolean) => void): Promise<void> {
  // Who leads can be asked of the database: pg_stat_activity beside pg_locks, by name and process id.
  const client = new pg.Client(clientConfig(options.url, `leader ${options.lockName} pid ${process.pid}`));
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const stop = (): void => lost.abort();
  try {
    await client.connect();
    await client.query(LET_GO);
    // Tried again and again, not waited for: a statement that waits keeps a snapshot, which stops vacuum everywhere.
    while (!(await tryLock(client, options.lockName))) {
      await pause(options.retryMs ?? 500, stopping);
      if (stopping.aborted) return;
    }
    const epoch = await nextEpoch(client, options.lockName);
    stopping.addEventListener('abort', stop);
    const heartbeat = beat(client, lost);
    setLeading(true);
    try {
      if (stopping.aborted) lost.abort();
      await options.lead({ lost: lost.signal, epoch });
    } finally {
      setLeading(false);
      lost.abort();
      await heartbeat;
    }
  } finally {
    stopping.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}

/**
 * A network that went silent must free the lock in seconds, not in the hours TCP would wait; and so must a process that
 * was stopped in its tracks, whose machine goes on answering for it: a leader's heartbeat is never so late.
 */
const LET_GO = `select set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '3'), ('tcp_keepalives_interval', '1'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '6000'),
  ('idle_session_timeout', '10s'), ('idle_in_transaction_session_timeout', '10s')) as settings (name, value)`;

async function tryLock(client: pg.Client, lockName: string): Promise<boolean> {
  const answer = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey(`leader ${lockName}`)]);
  return answer.rows[0]?.got === true;
}

async function nextEpoch(client: pg.Client, lockName: string): Promise<bigint> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [lockKey('leadership table')]);
  await client.query('create table if not exists leadership (name text primary key, epoch bigint not null)');
  const answer = await client.query<{ epoch: bigint }>(
    'insert into leadership as held values ($1, 1) on conflict (name) do update set epoch = held.epoch + 1 returning epoch',
    [lockName],
  );
  await client.query('commit');
  return answer.rows[0]?.epoch ?? 0n;
}

/** Notices a server that no longer answers, though the connection looks alive. */
async function beat(client: pg.Client, lost: AbortController): Promise<void> {
  while (!lost.signal.aborted) {
    await pause(1_000, lost.signal);
    if (lost.signal.aborted) return;
    const alive = await Promise.race([
      client.query('select 1').then(
        () => true,
        () => false,
      ),
      sleep(3_000, false, { ref: false }),
    ]);
    if (!alive) lost.abort();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
