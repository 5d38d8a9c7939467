import type { StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { chooseSentences, chooseWithSpares } from './rules.ts'
import type { DigestSentence } from './schema.ts'
import * as store from './store.ts'

export const digestJob = 'digests.make'

const newMark = (tx: StoreTx) => ({ version: newId(tx.now.getTime()), job: digestJob })

export const markProducts = (tx: StoreTx, productIds: readonly string[]): void =>
  tx.sendAlong(store.markProducts(tx, productIds, newMark(tx)))

export const markStore = (tx: StoreTx): void => tx.sendAlong(store.markStore(tx, newMark(tx)))

/** Returns the digest that the product would have now. Ignores the settings. */
export async function previewDigest(tx: StoreReads, productId: string): Promise<DigestSentence[]> {
  const candidates = await store.listCandidates(tx, productId)
  const chosen = chooseSentences(await store.listStars(tx, productId), candidates)
  return chosen.flatMap(({ reviewId, sentence }) => {
    const found = candidates.find((each) => each.reviewId === reviewId)
    return found ? [{ reviewId, sentence, rating: found.rating, language: found.language }] : []
  })
}

const claimMs = 60_000
const perClaim = 20

/** Makes all due digests of a store. Each takes a few milliseconds, however many reviews its product has. */
export async function makeDigests(
  { db, stopping }: Pick<JobContext, 'db' | 'stopping'>,
  scope: StoreScope,
): Promise<void> {
  const write = <T>(run: (tx: StoreTx) => Promise<T>) => db.store(scope, 'write', run, { isUpkeep: true })
  await write((tx) => store.spreadMark(tx, newId(tx.now.getTime())))
  for (;;) {
    const due = await write((tx) => store.claim(tx, { until: new Date(tx.now.getTime() + claimMs), limit: perClaim }))
    for (const digest of due) {
      if (stopping.aborted) return
      const [counts, candidates] = await db.store(scope, 'read', async (tx) => [
        await store.listStars(tx, digest.productId),
        await store.listCandidates(tx, digest.productId),
      ])
      const sentences = chooseWithSpares(counts, candidates)
      await write(async (tx) => {
        if ((await store.update(tx, digest, sentences)) > 0) invalidateStorefront(tx)
      })
    }
    if (due.length < perClaim) break
  }
  await write(async (tx) => wakeForNext(tx, digestJob, await store.findNextDue(tx)))
}
