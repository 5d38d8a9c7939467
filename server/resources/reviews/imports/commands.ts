// Reviews that come from another platform's file, and the photos fetched for them: for the imports area.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { enqueueVariants } from '../photos/commands.ts'
import { type FetchedPhoto, fingerprintOf, type ImportedReview, type Present, partsWithoutRepeats } from './rules.ts'
import * as store from './store.ts'

export type ImportOutcome = { outcome: 'imported' | 'updated' | 'unchanged'; reviewId: string }
export type FromFile = { importId: string; importedFrom: string }

/** Those of the ids that are reviews of this store. */
export async function listHere(tx: StoreTx, ids: readonly string[]): Promise<Map<string, Present>> {
  const rows = ids.length === 0 ? [] : await store.listPresent(tx, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writes a batch; answers what became of each row, in their order. The same rows again are all unchanged. */
export async function importReviews(
  tx: StoreTx,
  file: FromFile,
  reviews: readonly ImportedReview[],
): Promise<ImportOutcome[]> {
  const outcomes = new Map<ImportedReview, ImportOutcome>()
  for (const part of partsWithoutRepeats(reviews)) {
    for (const [review, outcome] of await importPart(tx, file, part)) outcomes.set(review, outcome)
  }
  const inOrder = reviews.map((review) => outcomes.get(review) as ImportOutcome)
  await addPhotos(tx, reviews, inOrder)
  return inOrder
}

/** What stands unchanged is read, not written: a rerun then costs a third, since even a row that is only locked is written. */
async function importPart(tx: StoreTx, file: FromFile, part: readonly ImportedReview[]) {
  const stored = await storedByKey(tx, part)
  const candidates = part
    .map((review) => ({ ...review, id: newId(tx.now.getTime()), fingerprint: fingerprintOf(review) }))
    .filter(({ key, fingerprint }) => !isUnchanged(stored.get(key), fingerprint))
  const written = await upsert(tx, file, candidates)
  // Another import may have brought the same review between the reading and the writing.
  const overtaken = candidates.filter(({ key }) => !written.has(key))
  for (const [key, row] of await storedByKey(tx, overtaken)) stored.set(key, row)
  const proposed = new Set(candidates.map(({ id }) => id))
  // What stands may be approved by now, whatever the file says.
  const isSeen = ({ key, id, status }: store.Candidate) =>
    written.has(key) && (status === 'approved' || written.get(key) !== id)
  if (candidates.some(isSeen)) invalidateStorefront(tx)
  return part.map((review): [ImportedReview, ImportOutcome] => {
    const id = written.get(review.key)
    if (id === undefined) return [review, { outcome: 'unchanged', reviewId: stored.get(review.key)?.id ?? '' }]
    return [review, { outcome: proposed.has(id) ? 'imported' : 'updated', reviewId: id }]
  })
}

async function upsert(
  tx: StoreTx,
  file: FromFile,
  candidates: readonly store.Candidate[],
): Promise<Map<string, string>> {
  const rows = candidates.length === 0 ? [] : await store.upsert(tx, file, candidates)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function storedByKey(tx: StoreTx, reviews: readonly { key: string }[]): Promise<Map<string, store.StoredReview>> {
  const keys = [...new Set(reviews.map((review) => review.key))]
  const rows = keys.length === 0 ? [] : await store.listStored(tx, keys)
  return new Map(rows.map((row) => [row.key, row]))
}

const isUnchanged = (row: store.StoredReview | undefined, fingerprint: Buffer): boolean =>
  row !== undefined && (row.is_anonymized || row.fingerprint?.equals(fingerprint) === true)

async function addPhotos(tx: StoreTx, reviews: readonly ImportedReview[], outcomes: ImportOutcome[]): Promise<void> {
  const photos = reviews.flatMap(({ photoUrls }, i) => {
    const { outcome, reviewId = '' } = outcomes[i] ?? {}
    if (outcome !== 'imported') return []
    return photoUrls.map((sourceUrl, position) => ({ id: newId(tx.now.getTime()), reviewId, position, sourceUrl }))
  })
  if (photos.length > 0) await store.insertWaitingPhotos(tx, photos)
}

export type Preview = { outcome: ImportOutcome['outcome']; reviewId: string | null }

/** What `importReviews` would answer. Writes nothing. */
export async function previewImport(tx: StoreTx, reviews: readonly ImportedReview[]): Promise<Preview[]> {
  const stored = await storedByKey(tx, reviews)
  const earlier = new Map<string, Buffer>()
  return reviews.map((review) => {
    const row = stored.get(review.key)
    const before = earlier.get(review.key)
    const fingerprint = fingerprintOf(review)
    earlier.set(review.key, fingerprint)
    if (!row && !before) return { outcome: 'imported', reviewId: null }
    const isSame = before && !row?.is_anonymized ? before.equals(fingerprint) : isUnchanged(row, fingerprint)
    return { outcome: isSame ? 'unchanged' : 'updated', reviewId: row?.id ?? null }
  })
}

export const listWaitingPhotos = store.listWaitingPhotos

/** Records what became of fetched photos; answers those it settled. The file of any other belongs to no photo and is to be removed. */
export async function settlePhotos(tx: StoreTx, photos: readonly FetchedPhoto[]): Promise<Set<string>> {
  if (photos.length === 0) return new Set()
  const reviews = await store.lockReviewsOfPhotos(
    tx,
    photos.map((photo) => photo.id),
  )
  const settled = await store.updateFetchedPhotos(tx, photos)
  await store.updatePhotoCounts(
    tx,
    reviews.map((review) => review.id),
  )
  invalidateStorefront(tx)
  await enqueueVariants(
    tx,
    photos.filter(({ id, state }) => state === 'ready' && settled.has(id)).map(({ id }) => id),
  )
  return settled
}
