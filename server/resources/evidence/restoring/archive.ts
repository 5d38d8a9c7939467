import type { ArchivedTable } from '#platform/areas/archive.ts'

const notRestored = () => {}

/** The ledger of one store is no ledger of another: it comes along as what it was, and is not gone on with. */
export const ledgerArchive = [
  { table: 'evidence_entries', insteadOfRestoring: notRestored },
  { table: 'evidence_heads', insteadOfRestoring: notRestored },
  { table: 'evidence_salts', insteadOfRestoring: notRestored },
] satisfies readonly ArchivedTable[]
