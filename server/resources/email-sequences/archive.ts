import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { type Content, parseContent, type Step } from './rules.ts'
import { NewSequence } from './schema.ts'
import { requireWords } from './words.ts'

export const archive = [
  { table: 'email_sequences', type: 'email_sequence', restored: restingSequence },
  { table: 'email_sequence_versions', restored: restoreVersion },
  { table: 'email_sequence_runs', addresses: ['email'], restored: restoreRun },
  { table: 'email_sequence_messages', restored: restoreMessage },
] satisfies readonly ArchivedTable[]

/** The archived store may still send mails to the same people, so an admin must resume the sequence here. */
function restingSequence({ status }: ArchivedRow): ArchivedRow {
  return status === 'live' ? { status: 'paused' } : {}
}

let check: ReturnType<typeof checker> | undefined

/** Validates the texts of a version as saving does, because the archive may have been changed. */
async function restoreVersion(row: ArchivedRow, restoring: Restoring): Promise<ArchivedRow> {
  const { idOf } = restoring
  check ??= checker(NewSequence, 'sequence')
  const { trigger_event: event, exit_on: exitOn, goal, consent } = row
  const sent = { name: 'x', trigger: { event, filter: row.filter }, steps: row.steps, exitOn, goal, consent }
  parseContent(check(sent) as NewSequence)
  const filter = row.filter as Content['trigger']['filter']
  const steps = (row.steps as Step[]).map((step) =>
    step.type === 'condition' && step.fact === 'bought_product' ? { ...step, value: idOf(String(step.value)) } : step,
  )
  await requireWords(restoring, steps)
  const ids = (all: readonly string[]) => all.map(idOf)
  return {
    filter: { ...filter, productIds: ids(filter.productIds), categoryIds: ids(filter.categoryIds) },
    steps,
  }
}

/** The archived store may still send mails to these people, so no run continues here. */
function restoreRun({ review_id: reviewId, state }: ArchivedRow, { idOf, now }: Restoring): ArchivedRow {
  const ended = { state: 'exited', exit_reason: 'restored', due_at: null, ended_at: now.toISOString() }
  return { review_id: reviewId === null ? null : idOf(String(reviewId)), ...(state === 'active' && ended) }
}

/** The archived store may have sent a queued mail, so it is restored as unknown. */
function restoreMessage({ state }: ArchivedRow): ArchivedRow {
  if (state === 'queued') return { state: 'unknown', reason: 'restored' }
  return state === 'deferred' ? { state: 'skipped', reason: 'restored' } : {}
}
