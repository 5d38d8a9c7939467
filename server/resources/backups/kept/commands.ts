import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { type Caller, hasRole } from '#platform/identity/caller.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type NextRun, startRun } from '#platform/jobs/resumable.ts'
import { buildLinkToken } from '#platform/process/file-link.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { type BackupRow, keptDays, linkMinutes, toBackup } from './rules.ts'
import type { Backup } from './schema.ts'
import * as store from './store.ts'

export const writeJob = 'backups.write'
export const verifyJob = 'backups.verify'
export const removeFilesJob = 'backups.remove_files'

export type Run = StoreScope & { backupId: string }

const buildContext = (storeEnvId: string, id: string) => `backup ${storeEnvId} ${id}`

export const sealedPassphrase: SealedColumn = { table: 'backups', column: 'passphrase', contextOf: buildContext }

export const linkSecret = ({ secrets }: Pick<Services, 'secrets'>): string => secrets.tokenFor('links to backups')

export const runningKey = 'backups_running_key'
export const alreadyRunning = () =>
  conflict('A backup of this store is under way. Wait until it ends, or delete it.', 'backup_running')

type BackupRequest = {
  origin: Backup['origin']
  target: Backup['target']
  location: string | null
  addresses: boolean
  passphrase: string | undefined
}

/** If two calls run in parallel, the database refuses the second. */
export async function addBackup(tx: StoreTx, services: Services, asked: BackupRequest): Promise<BackupRow> {
  if (await store.isOneUnderWay(tx)) throw alreadyRunning()
  const { passphrase, origin } = asked
  const id = newId(tx.now.getTime())
  const isManual = origin === 'manual'
  await store.insert(tx, {
    id,
    origin,
    target: asked.target,
    location: asked.location,
    addresses: asked.addresses,
    passphrase: passphrase === undefined ? null : services.secrets.seal(passphrase, buildContext(tx.storeEnvId, id)),
    expiresAt: isManual ? new Date(tx.now.getTime() + keptDays * 86_400_000) : null,
  })
  await startBackupRun(tx, writeJob, id)
  return requireBackup(tx, id)
}

export const nextRun = (
  job: typeof writeJob | typeof verifyJob,
  { storeEnvId, organizationId, backupId }: Run,
): NextRun => ({
  ...{ job, payload: { storeEnvId, organizationId, backupId } as Run },
  key: `${job}:${backupId}`,
})

export const startBackupRun = (tx: StoreTx, job: typeof writeJob | typeof verifyJob, backupId: string) =>
  startRun(tx, nextRun(job, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, backupId }))

export const openPassphrase = (services: Services, storeEnvId: string, id: string, sealed: Buffer | null) =>
  sealed === null ? undefined : services.secrets.open(sealed, buildContext(storeEnvId, id))

export const requireBackup = async (tx: StoreReads, id: string): Promise<BackupRow> =>
  orNotFound(await store.find(tx, id), 'backup', id)

type ReadContext = {
  services: Services
  storeEnvId: string
  now: Date
  caller: Pick<Caller, 'seesAddresses' | 'organizationId' | 'role'>
}

/**
 * Returns a function that maps a row to the fields that the caller may see. It reads the caller's rights only when a
 * row is mapped, because a read with one query verifies the caller after that query.
 */
export function shownTo({ services, storeEnvId, now, caller }: ReadContext): (row: BackupRow) => Backup {
  const secret = linkSecret(services)
  const ends = Math.floor(now.getTime() / 1000) + linkMinutes * 60
  const link = (id: string) =>
    `${services.origin}/backups/${buildLinkToken(secret, { storeEnvId, organizationId: caller.organizationId, id, ends })}`
  return (row) =>
    toBackup(row, { seesAddresses: caller.seesAddresses, mayDownload: hasRole(caller.role, 'ADMIN'), now, link })
}

/** A new request replaces an earlier one whose verification is waiting or running. */
export async function askToVerify(
  tx: StoreTx,
  services: Services,
  id: string,
  passphrase: string | undefined,
): Promise<BackupRow> {
  const row = await requireBackup(tx, id)
  if (row.status !== 'completed' || row.fileKey === null)
    throw conflict('Only a completed backup can be verified.', 'backup_not_completed')
  if (row.location !== null && row.location !== row.locationNow)
    throw conflict('The backup is in a bucket that is no longer the target.', 'backup_not_completed')
  const sealed = passphrase === undefined ? null : services.secrets.seal(passphrase, buildContext(tx.storeEnvId, id))
  await store.updateVerifyAsked(tx, id, sealed)
  await startBackupRun(tx, verifyJob, id)
  return requireBackup(tx, id)
}

/**
 * Deletes the row, and with it the link. A job deletes the files. A run that is still writing the backup loses its claim.
 */
export async function deleteBackup(tx: StoreTx, id: string): Promise<void> {
  const removed = await store.deleteBackup(tx, id)
  if (!removed) throw notFound('backup', id)
  const keys = listFileKeys(tx.storeEnvId, id, removed)
  const { storeEnvId, organizationId } = tx
  if (keys.length > 0)
    await enqueue(tx, removeFilesJob, { storeEnvId, organizationId, location: removed.location, keys })
}

/** Each try writes a file of its own, so that two runs never write the same file. */
export const buildFileKey = (
  storeEnvId: string,
  id: string,
  of: { location: string | null; encrypted: boolean; tries: number },
) => `${of.location === null ? `backups/${storeEnvId}/` : ''}${id}-${of.tries}.zip${of.encrypted ? '.age' : ''}`

/** Lists the files of every try, because a run may have died after writing its file and before updating its row. */
export const listFileKeys = (
  storeEnvId: string,
  id: string,
  { tries, ...of }: { location: string | null; encrypted: boolean; tries: number },
): string[] => Array.from({ length: tries }, (_, i) => buildFileKey(storeEnvId, id, { ...of, tries: i + 1 }))

export const listSurplus = store.listSurplus
