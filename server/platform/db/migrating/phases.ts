// The first line of a migration says whether processes of earlier releases can run on the new schema.

/**
 * - `expands`: they can.
 * - `expands concurrently`: they can, and the file only creates and drops indexes, which block no writes.
 * - `contracts`: those older than `unusedSince` fail, or write rows that newer processes cannot trust.
 */
export type Phase =
  | { kind: 'expands' }
  | { kind: 'expands concurrently' }
  | { kind: 'contracts'; unusedSince: string; waits: boolean }

const header = /^-- Migration: (?:(expands|expands concurrently)|contracts, unused since (\d+\.\d+\.\d+))\.$/

const lastBaselineFile = '0025_jobs.sql'
const lastWithoutHeader = '0520_review_counts.sql'
const expandingWithoutHeader = [
  '0505_fewer_review_indexes.sql',
  '0506_room_for_variants.sql',
  '0510_append_to_ledger.sql',
  '0515_set_local.sql',
]

/** Returns undefined for a file without a phase. */
export function readPhase(name: string, text: string): Phase | undefined {
  const [, expanding, unusedSince] = header.exec(text.split('\n', 1)[0] ?? '') ?? []
  if (expanding) return { kind: expanding as 'expands' | 'expands concurrently' }
  if (unusedSince) return { kind: 'contracts', unusedSince, waits: true }
  if (name > lastWithoutHeader) return undefined
  if (name <= lastBaselineFile || expandingWithoutHeader.includes(name)) return { kind: 'expands' }
  // Any other file without a header contracts the schema, so only processes that report their release can run on it.
  return { kind: 'contracts', unusedSince: '0.0.1', waits: false }
}

export const headerAdvice =
  'Begin the file with "-- Migration: expands.", "-- Migration: expands concurrently." or "-- Migration: contracts, unused since 1.2.0.".'

export type IndexStatement = { text: string; action: 'create' | 'drop'; index: string; table: string | undefined }

const indexStatement =
  /^(?:create (?:unique )?index concurrently (\w+)\s+on (?:only )?([\w.]+)|drop index concurrently if exists ([\w.]+)$)/i

/** Undefined for a file that contains anything but indexes. */
export function readIndexStatements(text: string): IndexStatement[] | undefined {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each): IndexStatement | undefined => {
      const [, created, table, dropped] = indexStatement.exec(each) ?? []
      if (created) return { text: each, action: 'create', index: created, table }
      return dropped ? { text: each, action: 'drop', index: dropped, table: undefined } : undefined
    })
  return statements.every((each) => each !== undefined) ? statements : undefined
}
