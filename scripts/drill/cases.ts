import pg from 'pg';
import type { Cluster } from '../cluster/cluster.ts';
import type { Supervised } from '../cluster/supervise.ts';
import type { Sample } from './watch.ts';

export type Case = {
  name: string;
  /** name of the lock that another process takes over */
  leads?: string;
  /** Kills something; the cluster starts it again. */
  kill(cluster: Cluster, last: Sample | undefined): Promise<void>;
};

const process = (cluster: Cluster, name: string): Supervised => {
  const found = cluster.processes.find((one) => one.name === name);
  if (!found) throw new Error(`the cluster has no process ${name}`);
  return found;
};

const killOne = (name: string): Case => ({
  name: `kill -9 ${name}`,
  async kill(cluster) {
    process(cluster, name).kill('SIGKILL');
  },
});

/** Kills the leader, which is the role's first process or its standby. */
const killLeader = (role: string, lock: string): Case => ({
  name: `kill -9 the leading ${role}`,
  leads: lock,
  async kill(cluster, last) {
    const pid = last?.leaders.get(lock);
    const leader = cluster.processes.find((one) => one.pid() === pid);
    if (!leader) throw new Error(`no process leads ${lock}`);
    leader.kill('SIGKILL');
  },
});

export const cases: readonly Case[] = [
  killOne('http-1'),
  {
    name: 'kill -9 both HTTP processes',
    async kill(cluster) {
      for (const name of ['http-1', 'http-2']) process(cluster, name).kill('SIGKILL');
    },
  },
  killOne('realtime-1'),
  {
    name: 'kill -9 both realtime processes',
    async kill(cluster) {
      for (const name of ['realtime-1', 'realtime-2']) process(cluster, name).kill('SIGKILL');
    },
  },
  killLeader('projector', 'projector'),
  killLeader('relay', 'relay'),
  killLeader('poller', 'parcel-poller'),
  killLeader('sweeper', 'checkout-sweeper'),
  killLeader('messaging', 'mailer'),
  killLeader('tracking', 'tracker'),
  killOne('simulators'),
  {
    name: 'kill -9 the Kafka broker',
    async kill({ broker }) {
      globalThis.process.kill(broker.pid(), 'SIGKILL');
    },
  },
  {
    name: 'kill -9 a database back end (the server ends the others and recovers)',
    async kill({ database }) {
      const client = new pg.Client({ connectionString: database.url });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and state is not null order by random() limit 1",
      );
      globalThis.process.kill(rows[0]?.pid as number, 'SIGKILL');
      await client.end().catch(() => undefined);
    },
  },
  {
    name: 'kill -9 the database server, started again at once',
    async kill({ database }) {
      globalThis.process.kill(database.pid(), 'SIGKILL');
    },
  },
];
