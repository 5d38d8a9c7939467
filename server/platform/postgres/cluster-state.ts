// The state of the database server that several machines share, as its owner sees it.
import { Client } from 'pg'
import { parseConnection } from '../db/roles.ts'

export type ClusterState = {
  pooling: 'none' | 'session' | 'transaction'
  maxConnections: number
  /** Number of connections of every database and user of the server. */
  openConnections: number
  /** Processes that run jobs, by installation: serving processes and workers. */
  services: number
  /** Name of each connected program of this service, without duplicates. */
  applications: string[]
  isStandby: boolean
  /** Names of the standbys that confirm each commit. Empty if commits wait for no standby. */
  synchronousNames: string
  standbys: number
  /** Null if the owner lacks `pg_monitor`, or if no standby is connected. */
  lagBytes: number | null
  lagSeconds: number | null
}

export async function readClusterState(url: string): Promise<ClusterState> {
  const pooling = await findPooling(url)
  const client = await connect(url)
  try {
    const { rows } = await client.query<Omit<ClusterState, 'pooling'>>(statement)
    const [row] = rows
    if (!row) throw new Error('The database returned no row.')
    return { pooling, ...row }
  } finally {
    await client.end()
  }
}

const statement = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "openConnections",
         (select count(*)::int from app.job_workers where renewed_at > clock_timestamp() - interval '1 minute') as services,
         array(select distinct application_name from pg_stat_activity
                where datname = current_database() and application_name like 'evident%' order by 1) as applications,
         pg_is_in_recovery() as "isStandby",
         current_setting('synchronous_standby_names') as "synchronousNames",
         (select count(*)::int from pg_stat_replication) as standbys,
         case when not pg_is_in_recovery() then
           (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 from pg_stat_replication) end as "lagBytes",
         (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as "lagSeconds"`

const tries = 3

/**
 * A pooler in session mode gives a later connection a session that an earlier one used. In transaction mode two open
 * connections share a session.
 */
async function findPooling(url: string): Promise<ClusterState['pooling']> {
  const first = await connect(url)
  const pid = await fetchBackendPid(first)
  const second = await connect(url).catch(() => undefined)
  const isShared = second !== undefined && (await fetchBackendPid(second)) === pid
  await Promise.all([first.end(), second?.end()])
  if (isShared) return 'transaction'
  const seen = new Set([pid])
  // The pooler may still be cleaning the first session, and then opens another one. So we try several times.
  for (let i = 0; i < tries; i++) {
    const next = await connect(url)
    const nextPid = await fetchBackendPid(next)
    await next.end()
    if (seen.has(nextPid)) return 'session'
    seen.add(nextPid)
  }
  return 'none'
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ ...parseConnection(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

const fetchBackendPid = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
