// Checks of the connection to the database: poolers, session settings and the replica.
import { readCitusState } from '#platform/db/migrating/distribute.ts'
import { roleSettings } from '#platform/db/roles.ts'
import type { Config } from '#platform/process/config.ts'
import type { OpenDatabase } from '../database.ts'
import type { Service } from '../service.ts'
import { findReplicaState, listSettings } from '../store.ts'

type Db = Service['db']

const poolingGap =
  'DATABASE_URL goes through a pooler in transaction mode and DATABASE_DIRECT_URL is not set: storefront responses are not cached, and jobs start up to 5 seconds late.'

export const poolingGaps = ({ databaseDirectUrl }: Config, { hasTransactionPooling }: OpenDatabase): string[] =>
  hasTransactionPooling && !databaseDirectUrl ? [poolingGap] : []

export async function checkSessions({ db }: Service): Promise<string> {
  const wanted = roleSettings.evident_app
  const rows = await db.ask(listSettings(Object.keys(wanted)))
  const missing = rows.flatMap(({ name, setting }) => (wanted[name] === setting ? [] : name))
  if (missing.length > 0)
    throw new Error(
      `Sessions lack settings of the service's login role: ${missing.join(', ')}. Restart the service, and let a pooler open new connections (RECONNECT in PgBouncer).`,
    )
  return `${rows.length} settings of the login role are in effect`
}

/** Tests LISTEN from end to end, because a pooler or a wrong address drops announcements without an error. */
export async function checkListening(service: Service, config: Config, database: OpenDatabase): Promise<string> {
  const isHeard = await receivesAnnouncements(service.db)
  const [gap] = poolingGaps(config, database)
  if (gap) return gap
  if (!isHeard)
    throw new Error(
      `LISTEN receives nothing, so storefront responses are not cached. Check ${config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'}: it must reach the primary without a pooler in transaction mode.`,
    )
  return 'changes of other processes arrive, so storefront responses are cached'
}

export async function checkReplica({ db }: Service): Promise<string> {
  if (!db.hasReplica) return 'no DATABASE_READ_URL: every read goes to the primary'
  const [state] = await db.askReplica(findReplicaState)
  if (!state?.replica)
    throw new Error('DATABASE_READ_URL names a server that is no replica, so every read goes to the primary.')
  if (!state.keeps_rows)
    throw new Error('The replica lacks hot_standby_feedback = on, so exports and feeds are read from the primary.')
  return `storefront reads, reports, exports and feeds; its last change is ${state.seconds ?? 'unknown'} s old`
}

export async function checkCitus(_service: Service, _config: Config, { url }: OpenDatabase): Promise<string> {
  const state = await readCitusState(url)
  if (!state) return 'no Citus: all stores are on one server'
  const { workers, unreachable, misplaced, withoutLogin } = state
  if (unreachable.length > 0)
    throw new Error(
      `These nodes are not reached by the others: ${unreachable.join(', ')}. Start them, and check pg_hba.conf.`,
    )
  if (withoutLogin.length > 0)
    throw new Error(`Nodes reach each other as ${withoutLogin.join(', ')}, which need LOGIN. Restart the service.`)
  if (misplaced.length > 0)
    throw new Error(`These tables are in the wrong place for Citus: ${misplaced.join(', ')}. Restart the service.`)
  return `${workers} workers answer, and every table is in its place`
}

const waitMs = 4_000

async function receivesAnnouncements(db: Db): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, waitMs, false)
  const listener = db.listenForStorefronts({ onMessage() {}, onLive: () => resolve(true), onLost() {} })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await listener.close()
  }
}
