import pTimeout from 'p-timeout';
import pg from 'pg';
import type { Role } from '../role.ts';
import { loop, sleep } from '../timing.ts';
import { lockKey, tryLock } from './lock-key.ts';
import { clientConfig } from './pool.ts';

export type LeadershipOptions = {
  url: string;
  /** The task, e.g. `relay`. One process of all that use the database leads it at a time. */
  lockName: string;
  /**
   * Called each time this process becomes the leader. `lost` aborts when the leadership ends: stop at once. A leader whose
   * connection broke may not know it yet, so each of its writes must be right beside those of the next leader. If the promise
   * ends early or rejects, the process releases the lock and tries again.
   */
  lead: (term: { lost: AbortSignal }) => Promise<void>;
  /** Called with the first error of each outage of the database, and each time `lead` rejects. */
  onError?: (error: Error) => void;
  /** Called at each try that finds the lock with another process: that one works and speaks for itself. */
  onStandBy?: () => void;
  /** ms between two tries to get the lock; default 500 */
  retryMs?: number;
};

export type Leadership = ReturnType<typeof withLeadership>;

const UNREF = { ref: false };

/** Tries to lead until `stop`. A separate connection holds the lock, and the lock ends with it. */
export function withLeadership({ url, lockName, lead, onError, onStandBy, retryMs = 500 }: LeadershipOptions) {
  let leading = false;

  async function seekAndLead(stopping: AbortSignal, alive: () => void): Promise<void> {
    // `pg_stat_activity` and `pg_locks` show the leader by this name and process id.
    const client = new pg.Client(clientConfig(url, `leader ${lockName} pid ${process.pid}`));
    const broken = new AbortController();
    const lost = AbortSignal.any([stopping, broken.signal]);
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    try {
      await client.connect();
      await client.query(SESSION_SETTINGS);
      alive();
      // Polls, because a statement that waits for the lock would hold a snapshot, and that stops vacuum everywhere.
      while (!(await tryLock(client, `leader ${lockName}`))) {
        onStandBy?.();
        await sleep(retryMs, stopping, UNREF);
        if (stopping.aborted) return;
      }
      await recordTerm(client, lockName);
      const heartbeat = beat(client, broken, lost);
      leading = true;
      try {
        await lead({ lost });
      } finally {
        leading = false;
        broken.abort();
        await heartbeat;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const { stop } = loop(seekAndLead, {
    restMs: retryMs,
    // Two lines a second from each role would push the beginning of an outage out of the log.
    onError: (error, failures) => failures === 1 && onError?.(error),
    ...UNREF,
  });
  return {
    isLeader: () => leading,
    /** Releases the lock after `lead` has ended. */
    stop,
  };
}

/** A role that leads a task or stands by, and is ready in both. */
export function leadingRole(name: string, options: LeadershipOptions): Role {
  let leadership: Leadership | undefined;
  return {
    name,
    start: async () => void (leadership = withLeadership(options)),
    notReady: () => Promise.resolve(undefined),
    stop: async () => leadership?.stop(),
  };
}

/**
 * A silent network must free the lock within seconds, not within the hours that TCP would wait. So must a process that
 * was stopped (SIGSTOP): its machine still answers TCP, but its heartbeat does not arrive.
 */
const SESSION_SETTINGS = `select set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '3'), ('tcp_keepalives_interval', '1'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '6000'),
  ('idle_session_timeout', '10s'), ('idle_in_transaction_session_timeout', '10s')) as settings (name, value)`;

/** The table names every task that was ever led, for `whoLeads`. `epoch` counts its leaders. */
async function recordTerm(client: pg.Client, lockName: string): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [lockKey('leadership table')]);
  await client.query('create table if not exists leadership (name text primary key, epoch bigint not null)');
  await client.query('insert into leadership as held values ($1, 1) on conflict (name) do update set epoch = held.epoch + 1', [lockName]);
  await client.query('commit');
}

/** Detects a server that no longer answers although the connection is open. */
async function beat(client: pg.Client, broken: AbortController, lost: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(1_000, lost, UNREF);
    if (lost.aborted) return;
    await pTimeout(client.query('select 1'), { milliseconds: 3_000 }).catch(() => broken.abort());
  }
}
