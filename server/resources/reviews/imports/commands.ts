// Reviews that come from another platform's file, and the photos fetched for them: for the imports area.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Party, theService } from '#platform/identity/caller.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { moderated, wordFields } from '../acts/rules.ts'
import { readAllAsked } from '../attributes/commands.ts'
import { answersByWords } from '../attributes/rules.ts'
import { type ReviewAct, reviewActed, reviewsChanged, reviewsOfOrdersChanged, type Words } from '../events.ts'
import { enqueueVariants } from '../photos/commands.ts'
import { type FetchedPhoto, fingerprintOf, type ImportedReview, type Present, partsWithoutRepeats } from './rules.ts'
import * as store from './store.ts'

export type ImportOutcome = { outcome: 'imported' | 'updated' | 'unchanged'; reviewId: string }
/** `by`: who has sent it. */
export type FromFile = { importId: string; importedFrom: string; by?: Party | undefined }

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
  const asked = part.some(({ attributes }) => attributes?.length) ? await readAllAsked(tx) : []
  const candidates = part
    .map((review) => ({
      ...review,
      id: newId(tx.now.getTime()),
      fingerprint: fingerprintOf(review),
      answers: answersByWords(review.attributes ?? [], asked),
    }))
    .filter(({ key, fingerprint }) => !isUnchanged(stored.get(key), fingerprint))
  const before = await existingBefore(tx, candidates, stored)
  const written = await upsert(tx, file, candidates)
  // Another import may have brought the same review between the reading and the writing.
  const overtaken = candidates.filter(({ key }) => !written.has(key))
  for (const [key, row] of await storedByKey(tx, overtaken)) stored.set(key, row)
  const proposed = new Set(candidates.map(({ id }) => id))
  // What stands may be approved by now, whatever the file says.
  const isSeen = ({ key, id, status }: store.Candidate) =>
    written.has(key) && (status === 'approved' || written.get(key) !== id)
  if (candidates.some(isSeen)) invalidateStorefront(tx)
  publishChanged(tx, candidates, written, before)
  for (const candidate of candidates) {
    const id = written.get(candidate.key)
    if (id === undefined) continue
    const acts = id === candidate.id ? brought(candidate, file) : edited(before.get(id), candidate)
    if (acts.length > 0) publish(tx, reviewActed, { id, by: file.by ?? theService, acts })
  }
  return part.map((review): [ImportedReview, ImportOutcome] => {
    const id = written.get(review.key)
    if (id === undefined) return [review, { outcome: 'unchanged', reviewId: stored.get(review.key)?.id ?? '' }]
    return [review, { outcome: proposed.has(id) ? 'imported' : 'updated', reviewId: id }]
  })
}

/**
 * A changed one may have been submitted at another moment until now, and have been of another order, which of one that another import
 * brought meanwhile is not known.
 */
function publishChanged(
  tx: StoreTx,
  candidates: readonly store.Candidate[],
  written: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, store.Existing>,
): void {
  const ids = [...new Set(written.values())]
  if (ids.length === 0) return
  const added = new Set(candidates.map(({ id }) => id))
  const isUnknown = ids.some((id) => !added.has(id) && !before.has(id))
  publish(tx, reviewsChanged, {
    ids,
    submittedAt: ids.flatMap((id) => before.get(id)?.submittedAt ?? []),
    isAnyDay: isUnknown,
  })
  const now = candidates.flatMap(({ key, orderId }) => (written.has(key) && orderId) || [])
  const orderIds = [...new Set([...now, ...ids.flatMap((id) => before.get(id)?.orderId ?? [])])]
  if (orderIds.length > 0 || isUnknown) publish(tx, reviewsOfOrdersChanged, { orderIds, isAnyOrder: isUnknown })
}

/** What is going to be changed, held from here on: what is said of the change is then true of it. */
async function existingBefore(
  tx: StoreTx,
  candidates: readonly store.Candidate[],
  stored: ReadonlyMap<string, store.StoredReview>,
): Promise<Map<string, store.Existing>> {
  const ids = candidates.flatMap(({ key }) => stored.get(key)?.id ?? [])
  const rows = ids.length === 0 ? [] : await store.lockExisting(tx, ids)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

const wordsOf = ({ authorName, body, rating, title }: Words): Words => ({ authorName, body, rating, title })

function brought(review: store.Candidate, file: FromFile): ReviewAct[] {
  const { incentive, status } = review
  const importedFrom = review.importedFrom ?? file.importedFrom
  return [
    { type: 'submitted', source: 'import', importedFrom, words: wordsOf(review) },
    { type: 'verified', verified: false, method: 'import' },
    ...(incentive === null ? [] : [{ type: 'incentive', kind: incentive, offeredAt: null } as const]),
    ...(status === 'pending' ? [] : [moderated('pending', status)]),
  ]
}

/** One that another import has brought in the meantime was not looked at before: all of it may be new. */
function edited(before: store.Existing | undefined, review: store.Candidate): ReviewAct[] {
  const words = wordsOf(review)
  const fields = wordFields.filter((field) => before?.[field] !== words[field])
  const { incentive } = review
  return [
    ...(fields.length > 0 ? [{ type: 'edited', fields, words } as const] : []),
    ...(incentive === (before?.incentive ?? null)
      ? []
      : [{ type: 'incentive', kind: incentive, offeredAt: null } as const]),
  ]
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
  publish(tx, reviewsChanged, { ids: reviews.map(({ id }) => id) })
  invalidateStorefront(tx)
  await enqueueVariants(
    tx,
    photos.filter(({ id, state }) => state === 'ready' && settled.has(id)).map(({ id }) => id),
  )
  return settled
}
