// The part of ledger reading that restores use.
export { type ArchivedLedger, createLedgerReader } from './ledger-reader.ts'
export { createReviewFacts } from './review-facts.ts'
