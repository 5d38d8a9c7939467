// A rotation encrypts secrets again and replaces the database's logins, and people sign in again. Links in sent mails,
// storefront secrets and API keys stay valid.
import { renameSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { type ResealCount, resealColumns } from '#platform/areas/sealed-columns.ts'
import { eraseAllAnswers } from '#platform/calls/repeats-store.ts'
import { migrate, migrateSchema } from '#platform/db/migrating/migrate.ts'
import { resealTokenKey } from '#platform/db/migrating/token-key.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { type Config, keptSecretKey } from '#platform/process/config.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { sealedColumns } from '../areas.ts'
import { openExclusively } from '../database.ts'
import { OperatorError } from '../operator.ts'
import { composeService } from '../service.ts'

type Keys = { from: string; to: string; keep(): void }

export async function rotateSecret(config: Config, say: (line: string) => void): Promise<ResealCount> {
  const { from, to, keep } = readKeys(config)
  const database = await openExclusively(config, say)
  try {
    await migrateSchema({ url: database.url, log: say })
    const tokenKey = await asOwner(database.url, async (owner) => {
      await refuseWhileServed(owner)
      return resealTokenKey(owner, from, to)
    })
    const { isDistributed } = await migrate({ url: database.url, secretKey: to, log: say })
    const service = composeService({ ...config, secretKey: to }, database.url, { poolSize: 2, tokenKey, isDistributed })
    try {
      const counts = await resealColumns(service.db, sealedColumns, {
        from: createSecrets(from),
        to: createSecrets(to),
      })
      await service.db.system('write', eraseAllAnswers)
      keep()
      return counts
    } finally {
      await service.close()
    }
  } finally {
    await database.stop()
  }
}

/** The operator changes a key in SECRET_KEY. This command changes the key in DATA_DIR. */
function readKeys({ secretKey, secretKeyPath, oldSecretKey }: Config): Keys {
  if (secretKeyPath === undefined) {
    if (oldSecretKey === undefined || oldSecretKey === secretKey)
      throw new OperatorError('Set SECRET_KEY to the new key and OLD_SECRET_KEY to the former one.')
    return { from: oldSecretKey, to: secretKey, keep: () => {} }
  }
  // The new key is written before it encrypts anything, so that an interrupted rotation can continue.
  const next = `${secretKeyPath}.next`
  return {
    from: oldSecretKey ?? secretKey,
    to: keptSecretKey(next),
    keep: () => renameSync(next, secretKeyPath),
  }
}

const patienceMs = 3_000

/**
 * Refuses while any connection is open, because its process could still encrypt with the old key. PostgreSQL lists a
 * closed connection for a moment longer, so we wait briefly.
 */
async function refuseWhileServed(owner: Client): Promise<void> {
  const countOpen = async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and usename ~ '^evident_[a-z]+_[0-9a-f]{10}$'`,
    )
    return rows[0]?.count ?? 0
  }
  const end = Date.now() + patienceMs
  let open = await countOpen()
  while (open > 0 && Date.now() < end) {
    await setTimeout(50)
    open = await countOpen()
  }
  if (open > 0) throw new OperatorError(`Stop the service first: it has ${open} open connections to this database.`)
}

async function asOwner<T>(url: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client(parseConnection(url))
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
