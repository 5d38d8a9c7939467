import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type NextRun, startRun } from '#platform/jobs/resumable.ts'
import { buildLinkToken } from '#platform/process/file-link.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { keptDays, linkMinutes, requireYear } from './rules.ts'
import type { Assessment } from './schema.ts'
import * as store from './store.ts'

export const writeJob = 'evidence.write_assessment'
const mostUnfinished = 5

export type Run = StoreScope & { assessmentId: string }

export const nextRun = ({ storeEnvId, organizationId, assessmentId }: Run): NextRun => ({
  ...{ job: writeJob, payload: { storeEnvId, organizationId, assessmentId } as Run },
  key: `${writeJob}:${assessmentId}`,
})

export async function addAssessment(tx: StoreTx, year: number): Promise<store.AssessmentRow> {
  const shop = await store.findStore(tx)
  if (!shop) throw notFound('store')
  requireYear(year, shop, tx.now)
  if ((await store.countUnfinished(tx)) >= mostUnfinished)
    throw conflict(
      `${mostUnfinished} assessments of this store are being made. Wait until one is completed.`,
      'limit_reached',
    )
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, year, expiresAt: new Date(tx.now.getTime() + keptDays * 86_400_000) })
  const { storeEnvId, organizationId } = tx
  await startRun(tx, nextRun({ storeEnvId, organizationId, assessmentId: id }))
  return orNotFound(await store.find(tx, id), 'assessment', id)
}

export const linkSecret = ({ secrets }: Pick<Services, 'secrets'>): string =>
  secrets.tokenFor('links to yearly assessments')

export const buildFileName = ({ year }: Pick<store.AssessmentRow, 'year'>) => `assessment-${year}.zip`

type ReadContext = {
  services: Pick<Services, 'secrets' | 'origin'>
  storeEnvId: string
  now: Date
  caller: { organizationId: string }
}

/** Reads `caller` only when a row is mapped, because a read with one query verifies the caller after that query. */
export function shown({ services, storeEnvId, now, caller }: ReadContext): (row: store.AssessmentRow) => Assessment {
  const secret = linkSecret(services)
  const ends = Math.floor(now.getTime() / 1000) + linkMinutes * 60
  return ({ fileKey, created_at: createdAt, ...row }) => {
    const isThere = row.status === 'completed' && fileKey !== null && Date.parse(row.expiresAt) > now.getTime()
    const link = { storeEnvId, organizationId: caller.organizationId, id: row.id, ends }
    return {
      ...row,
      createdAt,
      fileName: isThere ? buildFileName(row) : null,
      downloadUrl: isThere ? `${services.origin}/evidence/assessments/${buildLinkToken(secret, link)}` : null,
    }
  }
}
