import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type NextRun, startRun } from '#platform/jobs/resumable.ts'
import { buildLinkToken } from '#platform/process/file-link.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { findFacts } from '#resources/analytics/commands.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import { keptDays, linkMinutes } from './rules.ts'
import type { Pack } from './schema.ts'
import * as store from './store.ts'

export const writeJob = 'evidence.write_pack'
const mostUnfinished = 5

export type Run = StoreScope & { packId: string }

export const nextRun = ({ storeEnvId, organizationId, packId }: Run): NextRun => ({
  ...{ job: writeJob, payload: { storeEnvId, organizationId, packId } as Run },
  key: `${writeJob}:${packId}`,
})

export async function addPack(tx: StoreTx, asked: { from?: string; to?: string }): Promise<store.PackRow> {
  const facts = await findFacts(tx)
  if (!facts) throw notFound('store')
  const { from, to } = readSpan(asked, facts.timezone, tx.now)
  if ((await store.countUnfinished(tx)) >= mostUnfinished)
    throw conflict(
      `${mostUnfinished} packs of this store are being made. Wait until one is completed.`,
      'limit_reached',
    )
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, from, to, expiresAt: new Date(tx.now.getTime() + keptDays * 86_400_000) })
  await startRun(tx, nextRun({ storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, packId: id }))
  return orNotFound(await store.find(tx, id), 'pack', id)
}

export const linkSecret = ({ secrets }: Pick<Services, 'secrets'>): string =>
  secrets.tokenFor('links to packs of evidence')

export const buildFileName = ({ from, to }: Pick<store.PackRow, 'from' | 'to'>) => `evidence-${from}-${to}.zip`

type ReadContext = {
  services: Pick<Services, 'secrets' | 'origin'>
  storeEnvId: string
  now: Date
  caller: { organizationId: string }
}

/** Reads fields of `caller` only when it maps a row, because a one-query read verifies the caller after its query. */
export function shown({ services, storeEnvId, now, caller }: ReadContext): (row: store.PackRow) => Pack {
  const secret = linkSecret(services)
  const ends = Math.floor(now.getTime() / 1000) + linkMinutes * 60
  return ({ fileKey, created_at: createdAt, ...row }) => {
    const isThere = row.status === 'completed' && fileKey !== null && Date.parse(row.expiresAt) > now.getTime()
    const link = { storeEnvId, organizationId: caller.organizationId, id: row.id, ends }
    return {
      ...row,
      createdAt,
      fileName: fileKey === null ? null : buildFileName(row),
      downloadUrl: isThere ? `${services.origin}/evidence/packs/${buildLinkToken(secret, link)}` : null,
    }
  }
}
