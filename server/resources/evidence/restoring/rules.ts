export { type ArchivedLedger, createLedgerReader } from './ledger-reader.ts'
export { createReviewFacts } from './review-facts.ts'
