import type { ArchivedTable } from '#platform/areas/archive.ts'

const notRestored = () => {}

/** A ledger belongs to one store. A restore stores it as history, and does not extend it. */
export const ledgerArchive = [
  { table: 'evidence_entries', insteadOfRestoring: notRestored },
  { table: 'evidence_heads', insteadOfRestoring: notRestored },
  { table: 'evidence_cosignatures', insteadOfRestoring: notRestored },
  { table: 'evidence_salts', insteadOfRestoring: notRestored },
] satisfies readonly ArchivedTable[]
