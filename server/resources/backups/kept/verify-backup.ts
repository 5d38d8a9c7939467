import type { AreaArchive } from '#platform/areas/area.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { meaningOf } from '../target/rules.ts'
import { lease, leaseMs, passphraseOf, type Run, verifyJob } from './commands.ts'
import { openPlace } from './open-place.ts'
import { FileProblem, readBack } from './read-back.ts'
import { renewing, Stopped } from './run-backup.ts'
import * as store from './store.ts'

export async function verifyBackup(ctx: JobContext, run: Run, areas: readonly AreaArchive[]): Promise<void> {
  const { db, services } = ctx
  const found = await db.store(run, 'write', async (tx) => {
    const row = await store.findToVerify(tx, run.backupId)
    if (row) await lease(tx, verifyJob, run.backupId, leaseMs)
    return row
  })
  if (!found) return
  try {
    const problem = await problemOf(ctx, run, found, areas)
    await db.store(run, 'write', (tx) => store.updateVerified(tx, run.backupId, found.askedAt, problem))
    if (problem !== null) services.log.warn({ backup: run.backupId }, 'a backup is not what was written')
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    await db.store(run, 'write', (tx) => lease(tx, verifyJob, run.backupId, 0))
  }
}

async function problemOf(
  ctx: JobContext,
  run: Run,
  found: store.ToVerify,
  areas: readonly AreaArchive[],
): Promise<string | null> {
  const passphrase = passphraseOf(ctx.services, run.storeEnvId, run.backupId, found.passphrase)
  try {
    const place = await openPlace(ctx, run, found.location)
    try {
      await readBack(place.storage, {
        fileKey: found.fileKey,
        bytes: found.bytes,
        sha256: found.sha256,
        tableRows: found.tableRows,
        ...(passphrase !== undefined && { passphrase }),
        isEncrypted: found.encrypted,
        areas: areas.map(({ area }) => area),
        stillHere: renewing(ctx, run, verifyJob),
      })
      return null
    } finally {
      place.close()
    }
  } catch (error) {
    if (error instanceof Stopped) throw error
    if (error instanceof FileProblem) return error.message
    return found.location === null ? 'The file cannot be read right now. Ask your operator.' : meaningOf(error)
  }
}
