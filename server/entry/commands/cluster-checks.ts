// Checks of `doctor --cluster`: whether this installation runs on several machines without losing anything.

import { type ClusterState, readClusterState } from '#platform/postgres/cluster-state.ts'
import type { Config } from '#platform/process/config.ts'

type Check = (config: Config, read: () => Promise<ClusterState>) => Promise<string>

/** Maximum number of connections that one process opens. */
const connectionsOfProcess = 30
/** Connections for operators, Patroni and migrations. */
const spareConnections = 10
const mostLagBytes = 64 * 2 ** 20

const checks: Record<string, Check> = {
  'shared settings': async ({ databaseUrl, secretKeyPath }) => {
    if (!databaseUrl)
      throw new Error(
        'The embedded database serves one machine. Set DATABASE_URL to a PostgreSQL that all machines reach.',
      )
    if (secretKeyPath)
      throw new Error(`SECRET_KEY comes from ${secretKeyPath}. Set the same SECRET_KEY on every machine.`)
    return 'DATABASE_URL and SECRET_KEY are set'
  },
  'shared counters': async ({ redisUrl, rateLimits }) => {
    if (!redisUrl) {
      if (rateLimits.length === 0) return 'RATE_LIMITS is off, so no counters are shared'
      throw new Error(
        'REDIS_URL is not set, so each process counts rate limits alone. Set it to a Valkey or Redis that all machines reach.',
      )
    }
    // Imported on demand: serving processes load this file too, and the Redis client takes 9 MB.
    const { fetchRedisInfo } = await import('#platform/limits/redis-info.ts')
    const { name, tookMs, isWritable } = await fetchRedisInfo(redisUrl).catch((error: Error) => {
      throw new Error(
        `REDIS_URL does not answer (${error.message}), so each process counts rate limits alone. Start it, or correct the address.`,
      )
    })
    if (!isWritable) throw new Error(`${name} is a replica and refuses writes. Set REDIS_URL to its primary.`)
    return `${name} answered in ${tookMs} ms`
  },
  'shared files': async ({ storageUrl }) => {
    if (!storageUrl.startsWith('s3:'))
      throw new Error(
        'STORAGE_URL is a folder of this machine, so other machines lack its photos and files. Set it to a bucket, such as s3://KEY:SECRET@host/bucket.',
      )
    return 'a bucket; the check "storage" wrote, read and deleted a file there'
  },
  pooler: async (_config, read) => {
    const { pooling } = await read()
    return pooling === 'none' ? 'DATABASE_URL leads to PostgreSQL itself' : `a pooler in ${pooling} mode`
  },
  connections: async ({ processes }, read) => {
    const { maxConnections, openConnections, services, pooling } = await read()
    // `services` is the number of running services: in each, one process runs jobs. If none runs, the sum is that of one
    // service.
    const count = Math.max(1, services) * processes
    const needed = count * connectionsOfProcess + spareConnections
    const words = `${openConnections} of ${maxConnections} are open; ${count} processes open up to ${needed - spareConnections}`
    // A pooler that shares connections opens fewer than its clients do.
    if (needed > maxConnections && pooling !== 'transaction')
      throw new Error(`${words}. Set max_connections to ${needed + 3} or more, or use PgBouncer in transaction mode.`)
    return words
  },
  versions: async (_config, read) => {
    const { applications } = await read()
    if (applications.length > 1)
      throw new Error(
        `Processes of several versions are connected: ${applications.join(', ')}. Complete the upgrade: restart the older ones.`,
      )
    return `all connected processes are ${applications[0]}`
  },
  replication: async (_config, read) => {
    const { isStandby, standbys, synchronousNames, lagBytes, lagSeconds } = await read()
    if (isStandby) throw new Error('DATABASE_URL leads to a standby, which refuses writes. Route it to the primary.')
    if (standbys === 0)
      throw new Error(
        'No standby is connected, so a lost database server stops the service. Add one. If your provider replicates the database itself, ignore this.',
      )
    if (synchronousNames === '')
      throw new Error(
        'Replication is asynchronous, so a failover can lose acknowledged writes. Set synchronous_mode: true in Patroni.',
      )
    if (lagBytes === null)
      return `synchronous (${synchronousNames}); to see the lag, run GRANT pg_monitor TO the owner of the database`
    const lag = `${Math.round(lagBytes / 1024)} kB and ${(lagSeconds ?? 0).toFixed(1)} s behind at most`
    if (lagBytes > mostLagBytes)
      throw new Error(`A standby is ${lag}. Check its disk, its network and pg_stat_replication.`)
    return `synchronous (${synchronousNames}), ${standbys} standbys, ${lag}`
  },
}

/** Each check also runs without the service, and after other checks have failed. */
export function clusterChecks(config: Config, databaseUrl: string): Record<string, () => Promise<string>> {
  let state: Promise<ClusterState> | undefined
  const read = () => {
    state ??= readClusterState(databaseUrl)
    return state
  }
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, () => check(config, read)]))
}
