// Ledger facts about an archive's reviews. Decides whether a row claims more than the ledger records. The strictest of
// several facts counts. Pure.
import type { ArchivedRow } from '#platform/areas/archive.ts'
import { hashContent } from '../rules.ts'
import { readEntry } from './ledger-reader.ts'

type Facts = {
  source?: string
  isOfShop?: boolean
  content?: string
  contentAt: number
  status?: string
  statusAt: number
  verified?: boolean
  verifiedAt: number
  incentive?: string | null
  relationship?: string | null
  incentiveAt: number
  isDeleted: boolean
  isAnonymized: boolean
}

const noFacts = (): Facts => ({
  ...{ contentAt: -1, statusAt: -1, verifiedAt: -1, incentiveAt: -1 },
  ...{ isDeleted: false, isAnonymized: false },
})

/**
 * Reads rows of entries and salts, in any order. Entries after `signedSize` are unproven and only limit what a row may
 * claim.
 */
export function createReviewFacts(signedSize: number) {
  const signed = new Map<string, Facts>()
  const later = new Map<string, Facts>()
  const salts = new Map<string, Buffer>()
  return {
    add(table: string, row: ArchivedRow): void {
      if (table === 'evidence_salts') salts.set(String(row.review_id).toLowerCase(), decodeBytes(row.salt))
      const entry = table === 'evidence_entries' ? readEntry(String(row.entry)) : undefined
      if (!entry || entry.review === null) return
      const facts = entry.seq < signedSize ? signed : later
      const id = entry.review.toLowerCase()
      const known = facts.get(id) ?? noFacts()
      facts.set(id, known)
      learn(known, entry)
    },
    /** True if a signed entry has the hash of this review's text, and no entry contradicts the row. */
    proves(row: ArchivedRow): boolean {
      const id = String(row.id).toLowerCase()
      const facts = signed.get(id)
      if (facts?.source === undefined || facts.source !== row.source) return false
      if (!isSaid(row, facts)) return false
      const content = contentIn(row, salts.get(id))
      if (content === undefined || content !== facts.content) return false
      const since = later.get(id)
      return !facts.isAnonymized && !since?.isAnonymized && isAllowed(row, since, content)
    },
    /** True if any entry, signed or not, contradicts the row of an imported review. */
    contradicts(row: ArchivedRow): boolean {
      const id = String(row.id).toLowerCase()
      const content = contentIn(row, salts.get(id))
      return !isAllowed(row, signed.get(id), content) || !isAllowed(row, later.get(id), content)
    },
  }
}

export type ReviewFacts = ReturnType<typeof createReviewFacts>

function learn(
  facts: Facts,
  { seq, type, data }: { seq: number; type: string; data: Readonly<Record<string, unknown>> },
) {
  const isNewer = (at: number) => seq > at
  if (type === 'submitted') {
    facts.source = String(data.source)
    facts.relationship = typeof data.relationship === 'string' ? data.relationship : null
    facts.isOfShop = data.subject === 'shop'
    if (facts.status === undefined) facts.status = 'pending'
  }
  if ((type === 'submitted' || type === 'edited') && isNewer(facts.contentAt)) {
    facts.content = String(type === 'submitted' ? data.content : data.after)
    facts.contentAt = seq
  }
  if ((type === 'moderated' || type === 'hidden') && isNewer(facts.statusAt)) {
    facts.status = String(data.to)
    facts.statusAt = seq
  }
  if (type === 'verified' && isNewer(facts.verifiedAt)) {
    facts.verified = data.verified === true
    facts.verifiedAt = seq
  }
  if (type === 'incentive' && isNewer(facts.incentiveAt)) {
    facts.incentive = typeof data.kind === 'string' ? data.kind : null
    facts.incentiveAt = seq
  }
  if (type === 'deleted') facts.isDeleted = true
  if (type === 'anonymized') facts.isAnonymized = true
}

/** True if signed entries state what the row claims. A missing statement is not a proof. */
const isSaid = (row: ArchivedRow, facts: Facts): boolean =>
  (row.verified !== true || facts.verified === true) && isAllowed(row, facts, facts.content)

const strictness = ['approved', 'pending', 'rejected', 'spam']

function isAllowed(row: ArchivedRow, facts: Facts | undefined, content: string | undefined): boolean {
  if (!facts) return true
  const { source, isOfShop, status, verified, incentive, relationship } = facts
  if (facts.isDeleted) return false
  if (source !== undefined && source !== row.source) return false
  if (isOfShop !== undefined && isOfShop !== (row.product_id === null)) return false
  if (status !== undefined && strictness.indexOf(String(row.status)) < strictness.indexOf(status)) return false
  if (verified === false && row.verified === true) return false
  if (relationship !== undefined && (row.relationship ?? null) !== relationship) return false
  if (incentive && row.incentive !== incentive) return false
  return facts.content === undefined || facts.content === content || facts.isAnonymized
}

/** Undefined without a salt. An erasure deletes the salt, so that nobody can compare the text. */
function contentIn({ author_name: authorName, body, rating, title }: ArchivedRow, salt: Buffer | undefined) {
  const isTitle = title === null || typeof title === 'string'
  if (!salt || typeof authorName !== 'string' || typeof body !== 'string' || typeof rating !== 'number' || !isTitle)
    return undefined
  return hashContent(salt, { authorName, body, rating, title })
}

const decodeBytes = (value: unknown): Buffer => Buffer.from(String(value).replace(/^\\x/, ''), 'hex')
