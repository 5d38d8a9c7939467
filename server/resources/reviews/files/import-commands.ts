import type { StoreTx } from '#platform/db/db.ts'
import { type Party, theService } from '#platform/identity/caller.ts'
import { newId } from '#platform/values/ids.ts'
import { readAllAsked } from '../attributes/commands.ts'
import { answersByWords } from '../attributes/rules.ts'
import { type Cause, type ReviewChange, type ReviewState, unknownState, type WrittenReview } from '../changes/events.ts'
import { pairChanges, recordReviewChanges } from '../changes/record.ts'
import { detectLanguage } from '../language-rules.ts'
import { enqueueVariants } from '../photos/commands.ts'
import {
  computeFingerprint,
  type FetchedPhoto,
  type ImportedReview,
  type Present,
  partsWithoutRepeats,
} from './import-rules.ts'
import * as store from './import-store.ts'

export type ImportOutcome = { outcome: 'imported' | 'updated' | 'unchanged'; reviewId: string }
/** `by` is the caller who uploaded the file. */
export type FromFile = { importId: string; importedFrom: string; by?: Party | undefined }

export async function listHere(tx: StoreTx, ids: readonly string[]): Promise<Map<string, Present>> {
  const rows = ids.length === 0 ? [] : await store.listPresent(tx, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Writes a batch and returns one outcome per row, in order. If the same rows are imported again, every outcome is
 * "unchanged".
 */
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

/**
 * Unchanged reviews are read, but neither locked nor written. A repeated import therefore takes a third of the time,
 * because even a locked row is written to disk.
 */
async function importPart(tx: StoreTx, file: FromFile, part: readonly ImportedReview[]) {
  const stored = await storedByKey(tx, part)
  const asked = part.some(({ attributes }) => attributes?.length) ? await readAllAsked(tx) : []
  const changed = part
    .map((review) => ({
      ...review,
      id: newId(tx.now.getTime()),
      fingerprint: computeFingerprint(review),
      answers: answersByWords(review.attributes ?? [], asked),
    }))
    .filter(({ key, fingerprint }) => !isUnchanged(stored.get(key), fingerprint))
  const candidates = await Promise.all(
    changed.map(async (review) => ({ ...review, detectedLanguage: await detectLanguage(review) })),
  )
  const before = await lockExisting(tx, candidates, stored)
  const written = await upsert(tx, file, candidates)
  // Another import may have written the same review between our read and our write.
  const overtaken = candidates.filter(({ key }) => !written.has(key))
  for (const [key, row] of await storedByKey(tx, overtaken)) stored.set(key, row)
  const proposed = new Set(candidates.map(({ id }) => id))
  const cause: Cause = { type: 'imported', by: file.by ?? theService }
  recordReviewChanges(
    tx,
    candidates.flatMap(({ key }): ReviewChange[] => {
      const after = written.get(key)
      if (!after) return []
      return [{ before: proposed.has(after.id) ? null : (before.get(after.id) ?? unknownState), after, cause }]
    }),
  )
  return part.map((review): [ImportedReview, ImportOutcome] => {
    const id = written.get(review.key)?.id
    if (id === undefined) return [review, { outcome: 'unchanged', reviewId: stored.get(review.key)?.id ?? '' }]
    return [review, { outcome: proposed.has(id) ? 'imported' : 'updated', reviewId: id }]
  })
}

/** Locks the rows, so the recorded state is the state that the import replaces. */
async function lockExisting(
  tx: StoreTx,
  candidates: readonly store.Candidate[],
  stored: ReadonlyMap<string, store.StoredReview>,
): Promise<Map<string, ReviewState>> {
  const ids = candidates.flatMap(({ key }) => stored.get(key)?.id ?? [])
  const states = ids.length === 0 ? [] : await store.lockExisting(tx, ids)
  return new Map(states.map((state) => [state.id, state]))
}

async function upsert(
  tx: StoreTx,
  file: FromFile,
  candidates: readonly store.Candidate[],
): Promise<Map<string, WrittenReview>> {
  const rows = candidates.length === 0 ? [] : await store.upsert(tx, file, candidates)
  return new Map(rows.map(({ key, state }) => [key, state]))
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

export async function previewImport(tx: StoreTx, reviews: readonly ImportedReview[]): Promise<Preview[]> {
  const stored = await storedByKey(tx, reviews)
  const earlier = new Map<string, Buffer>()
  return reviews.map((review) => {
    const row = stored.get(review.key)
    const before = earlier.get(review.key)
    const fingerprint = computeFingerprint(review)
    earlier.set(review.key, fingerprint)
    if (!row && !before) return { outcome: 'imported', reviewId: null }
    const isSame = before && !row?.is_anonymized ? before.equals(fingerprint) : isUnchanged(row, fingerprint)
    return { outcome: isSame ? 'unchanged' : 'updated', reviewId: row?.id ?? null }
  })
}

export const listWaitingPhotos = store.listWaitingPhotos

/**
 * Stores the results of fetched photos, and returns the ids whose result it stored. The caller deletes the files of all
 * other photos.
 */
export async function settlePhotos(tx: StoreTx, photos: readonly FetchedPhoto[]): Promise<Set<string>> {
  if (photos.length === 0) return new Set()
  const reviews = await store.lockReviewsOfPhotos(
    tx,
    photos.map((photo) => photo.id),
  )
  const settled = await store.updateFetchedPhotos(tx, photos)
  const counted = await store.updatePhotoCounts(
    tx,
    reviews.map((review) => review.id),
  )
  recordReviewChanges(tx, pairChanges(reviews, counted, { type: 'photos_added' }))
  await enqueueVariants(
    tx,
    photos.filter(({ id, state }) => state === 'ready' && settled.has(id)).map(({ id }) => id),
  )
  return settled
}
