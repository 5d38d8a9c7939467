// Opens to restores how an archive's ledger is read.
export { type ArchivedLedger, createLedgerReader } from './ledger-reader.ts'
export { createReviewFacts } from './review-facts.ts'
