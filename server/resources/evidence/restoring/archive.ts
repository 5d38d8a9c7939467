import type { ArchivedTable } from '#platform/areas/archive.ts'

const notRestored = () => {}

/** A ledger belongs to one store, so a restore writes none of its rows. The new ledger only names its size and root. */
export const ledgerArchive = [
  { table: 'evidence_entries', insteadOfRestoring: notRestored },
  { table: 'evidence_heads', insteadOfRestoring: notRestored },
  { table: 'evidence_cosignatures', insteadOfRestoring: notRestored },
  { table: 'evidence_salts', insteadOfRestoring: notRestored },
] satisfies readonly ArchivedTable[]
