// Writes all rows in one transaction, so an interrupted restore leaves the database empty and can be repeated.
import { renameSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import {
  beginFilling,
  fill,
  finishFilling,
  isInUse,
  keepFilled,
  listMigrations,
  listTables,
} from '#platform/db/all-tables.ts'
import { migrate, migrateSchema } from '#platform/db/migrating/migrate.ts'
import { ensureTokenKey } from '#platform/db/migrating/token-key.ts'
import { parseConnection } from '#platform/db/roles.ts'
import type { Storage } from '#platform/files/storage/storage.ts'
import type { Config } from '#platform/process/config.ts'
import { decrypted } from '#resources/backups/restore/decrypt.ts'
import { readLines } from '#resources/backups/restore/lines.ts'
import { OperatorError } from '../operator.ts'
import { dataPath, filePath, keyPath, requireSameSchema } from './format.ts'
import { type OpenBackup, openBackup } from './open.ts'

type Into = { url: string; storage: Storage; config: Config; passphrase?: string | undefined; say(line: string): void }
export type RestoreCount = { rows: number; files: number }

export async function restoreInstallation(from: string, into: Into): Promise<RestoreCount> {
  const { url, config, say } = into
  const backup = await openBackup(from)
  try {
    say('reading the backup')
    for (const { path } of backup.manifest.files) for await (const _ of backup.read(path));
    await migrateSchema({ url, log: say })
    await asOwner(url, (client) => requireEmpty(client, backup))
    const secretKey = await readSecretKey(backup, into)
    await migrate({ url, secretKey, log: say })
    const files = await putFiles(backup, into.storage)
    const rows = await asOwner(url, (client) => fillAll(client, backup, secretKey))
    if (secretKey !== config.secretKey) keepKey(config, secretKey)
    await migrate({ url, secretKey, log: say })
    return { rows, files }
  } finally {
    backup.close()
  }
}

async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(parseConnection(url))
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireEmpty(client: Client, { manifest }: OpenBackup): Promise<void> {
  if (await isInUse(client))
    throw new OperatorError('The database is not empty. Restore into a new DATA_DIR or another DATABASE_URL.')
  requireSameSchema(manifest.migrations, await listMigrations(client))
}

/**
 * Returns the backup's key, which the passphrase decrypts. Without a passphrase, returns the configured key, which is
 * verified before the commit.
 */
async function readSecretKey(backup: OpenBackup, { config, passphrase }: Into): Promise<string> {
  if (passphrase === undefined) return config.secretKey
  if (!backup.has(keyPath))
    throw new OperatorError('This backup contains no SECRET_KEY. Leave out --passphrase-file and set SECRET_KEY.')
  const opened = await buffer(Readable.from(decrypted(backup.read(keyPath), passphrase))).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
  const secretKey = opened.toString('utf8')
  if (config.secretKeyPath === undefined && secretKey !== config.secretKey)
    throw new OperatorError(
      "SECRET_KEY differs from the one in the backup. Leave it out, and the backup's key is stored in DATA_DIR.",
    )
  return secretKey
}

function keepKey({ secretKeyPath }: Config, secretKey: string): void {
  if (secretKeyPath === undefined) return
  writeFileSync(`${secretKeyPath}.restored`, secretKey, { mode: 0o600 })
  renameSync(`${secretKeyPath}.restored`, secretKeyPath)
}

async function putFiles(backup: OpenBackup, storage: Storage): Promise<number> {
  const prefix = filePath('')
  const files = backup.manifest.files.filter(({ path }) => path.startsWith(prefix))
  for (const { path } of files)
    await storage.put(path.slice(prefix.length), Readable.from(backup.read(path), { objectMode: false }))
  return files.length
}

async function fillAll(client: Client, backup: OpenBackup, secretKey: string): Promise<number> {
  const here = new Map((await listTables(client)).map((table) => [dataPath(table), table]))
  await beginFilling(client, [...here.values()]).catch((error: Error) => {
    throw new OperatorError(
      `The database's owner lacks the rights to restore: ${error.message}. Use a superuser in DATABASE_URL.`,
    )
  })
  let rows = 0
  for (const { rows: expected, ...table } of backup.manifest.tables) {
    const into = here.get(dataPath(table))
    if (!into) throw new OperatorError(`The backup contains the table ${dataPath(table)}, which this database lacks.`)
    const came = await fill(client, into, readLines(backup.read(dataPath(table)), dataPath(table)))
    if (came !== expected) throw new OperatorError(`${dataPath(table)} has ${came} rows instead of ${expected}.`)
    rows += came
  }
  await finishFilling(client)
  if (!(await ensureTokenKey(client, secretKey)))
    throw new OperatorError('SECRET_KEY does not match the backup. Nothing was restored.')
  await keepFilled(client)
  return rows
}
