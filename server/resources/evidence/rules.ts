import { hash } from 'node:crypto'
import type { Party } from '#platform/identity/caller.ts'
import { decideProof, type LastState, moderated, type ReviewAct, type Words } from '#resources/reviews/changes/rules.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import type { EntryType, LedgerEntry } from './schema.ts'

export type NewEntry = {
  type: EntryType
  review: string | null
  by: Party
  data: { readonly [name: string]: Json }
}

export const hashLeaf = (text: string): Buffer =>
  hash('sha256', Buffer.concat([leafPrefix, Buffer.from(text)]), 'buffer')
const leafPrefix = Buffer.of(0)

/** The part of an entry that does not depend on the previous entry. `app.append_to_ledger` adds the rest and chains it. */
export const toBody = ({ by: { role, via }, data }: NewEntry): string =>
  canonicalJson({ by: { role, via }, data }).slice(1, -1)

/** Hashes the text in its stored form. The database stores a lone surrogate as the replacement character. */
export const hashContent = (salt: Buffer, { authorName, body, rating, title }: Words): string =>
  hash(
    'sha256',
    Buffer.concat([
      salt,
      Buffer.from(
        canonicalJson({
          authorName: authorName.toWellFormed(),
          body: body.toWellFormed(),
          rating,
          title: title === null ? null : title.toWellFormed(),
        }),
      ),
    ]),
    'hex',
  )

/**
 * The first entry of a review older than the ledger. It contains only the current state, because the history was not
 * recorded.
 */
export function entered({
  subject,
  words,
  source,
  importedFrom,
  verified,
  isUnproven = false,
  incentive,
  relationship = null,
  status,
  ...why
}: LastState): ReviewAct[] {
  return [
    { type: 'submitted', subject, source, importedFrom, relationship, words },
    { type: 'verified', verified, method: decideProof({ source, verified, isUnproven }) },
    ...(incentive === null ? [] : [{ type: 'incentive', kind: incentive, offeredAt: null } as const]),
    ...(status === 'pending' ? [] : [moderated('pending', status, why)]),
  ]
}

type StoredEntry = Pick<LedgerEntry, 'type' | 'data'>

export const wasPublic = (entries: readonly StoredEntry[]): boolean =>
  entries.some(({ type, data }) => type === 'moderated' && data.to === 'approved')

export const wasErased = (entries: readonly StoredEntry[]): boolean =>
  entries.some(({ type, data }) => type === 'anonymized' || (type === 'deleted' && data.cause === 'erasure'))
