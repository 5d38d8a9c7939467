import type { AreaArchive } from '#platform/areas/area.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { resumable, startRun } from '#platform/jobs/resumable.ts'
import { explainError } from '../target/rules.ts'
import { nextRun, openPassphrase, type Run, verifyJob } from './commands.ts'
import { openPlace } from './open-place.ts'
import { FileProblem, readBack } from './read-back.ts'
import * as store from './store.ts'

export const verifyBackup = (ctx: JobContext, run: Run, areas: readonly AreaArchive[]): Promise<void> =>
  resumable<store.ToVerify, void>(ctx, {
    scope: run,
    next: () => nextRun(verifyJob, run),
    claim: (tx) => store.findToVerify(tx, run.backupId),
    renew: async (tx, _, { askedAt }) => (await store.findToVerify(tx, run.backupId))?.askedAt === askedAt,
    async run(found, lease) {
      try {
        const problem = await findProblem(ctx, run, found, areas, lease.signal)
        await lease.finish((tx) => store.updateVerified(tx, run.backupId, found.askedAt, problem))
        if (problem !== null) ctx.services.log.warn({ backup: run.backupId }, 'a backup is damaged')
      } catch (error) {
        if (!ctx.stopping.aborted) throw error
        await lease.finish((tx) => startRun(tx, nextRun(verifyJob, run)))
      }
    },
  })

async function findProblem(
  ctx: JobContext,
  run: Run,
  found: store.ToVerify,
  areas: readonly AreaArchive[],
  signal: AbortSignal,
): Promise<string | null> {
  const passphrase = openPassphrase(ctx.services, run.storeEnvId, run.backupId, found.passphrase)
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
        signal,
      })
      return null
    } finally {
      place.close()
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof FileProblem) return error.message
    return found.location === null ? 'The file cannot be read right now. Ask your operator.' : explainError(error)
  }
}
