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

export type LedgerEnd = { size: number; leaf: Buffer | null; at: string | null }

export type PlacedEntry = {
  seq: number
  at: string
  type: EntryType
  review: string | null
  text: string
  leaf: Buffer
}

const zeros = '0'.repeat(64)

export const hashLeaf = (text: string): Buffer =>
  hash('sha256', Buffer.concat([leafPrefix, Buffer.from(text)]), 'buffer')
const leafPrefix = Buffer.of(0)

/** Time never goes backwards. While the clock is behind, entries get the time of the last entry. */
export function place(
  store: string,
  end: LedgerEnd,
  now: string,
  entries: readonly NewEntry[],
): { placed: PlacedEntry[]; end: LedgerEnd } {
  const at = end.at !== null && end.at > now ? end.at : now
  let { size, leaf } = end
  const placed = entries.map(({ type, review, by, data }): PlacedEntry => {
    const { role, via } = by
    const entry: LedgerEntry = {
      ...{ at, by: { role, via }, data, prev: leaf?.toString('hex') ?? zeros },
      ...{ review, seq: size, store, type, v: 1 },
    }
    const text = canonicalJson(entry as unknown as Json)
    leaf = hashLeaf(text)
    return { seq: size++, at, type, review, text, leaf }
  })
  return { placed, end: { size, leaf, at: placed.length > 0 ? at : end.at } }
}

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
  words,
  source,
  importedFrom,
  verified,
  isUnproven = false,
  incentive,
  status,
  ...why
}: LastState): ReviewAct[] {
  return [
    { type: 'submitted', source, importedFrom, words },
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
