// Queues the items that a change of reviews or products affects, in the transaction of that change.
import type { Subscriber } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { newId } from '#platform/values/ids.ts'
import { listEligible } from './facts.ts'
import * as items from './item-store.ts'
import { kindFacts } from './rules.ts'
import * as store from './store.ts'

export const sendJob = 'destinations.send'
export const compareJob = 'destinations.compare'

/**
 * `isShown`: the review is approved. All other conditions are checked before each call, and here for destinations without
 * calls.
 */
export type ReviewMove = { reviewId: string; productId: string | null; isShown: boolean }

const isRating = ({ kind }: store.KnownDestination) => kindFacts[kind].shows === 'ratings'
const isPulled = ({ kind }: store.KnownDestination) => kindFacts[kind].isPulled
const idsOf = (known: readonly store.KnownDestination[]) => known.map(({ id }) => id)

export async function queueReviews(
  tx: StoreTx,
  known: readonly store.KnownDestination[],
  moves: readonly ReviewMove[],
  productIds: readonly string[],
): Promise<void> {
  if (known.length === 0) return
  const current = known.filter(({ isRemoving }) => !isRemoving)
  const reviews = known.filter((each) => !isRating(each))
  const shown = moves.filter(({ isShown }) => isShown)
  const hidden = moves.filter(({ isShown }) => !isShown).map(({ reviewId }) => reviewId)
  const puts = current
    .filter((each) => !isRating(each) && !isPulled(each))
    .flatMap((each) => shown.map(({ reviewId, productId }) => toNew(tx, each, { subjectId: reviewId, productId })))
  if (shown.length > 0) for (const each of current.filter(isPulled)) puts.push(...(await queuePulled(tx, each, shown)))
  if (hidden.length > 0 && reviews.length > 0) {
    const [pulled, sent] = [reviews.filter(isPulled), reviews.filter((each) => !isPulled(each))]
    items.queueRemovals(tx, { sent: idsOf(sent), pulled: idsOf(pulled) }, hidden)
  }
  const ratings = current.filter(isRating)
  if (ratings.length > 0 && productIds.length > 0) puts.push(...(await moveRatings(tx, ratings, productIds)))
  if (puts.length > 0) await items.upsertPuts(tx, puts)
  if (hidden.length > 0) store.clearOwnPause(tx)
  await wake(tx, sendJob)
}

/** A fetched file has no calls before which items are checked, so ineligible reviews are removed from the file here. */
async function queuePulled(
  tx: StoreTx,
  known: store.KnownDestination,
  shown: readonly ReviewMove[],
): Promise<items.NewItem[]> {
  const ids = shown.map(({ reviewId }) => reviewId)
  const eligible = await listEligible(tx, known.kind, ids)
  const ineligible = ids.filter((id) => !eligible.has(id))
  if (ineligible.length > 0) items.queueRemovals(tx, { sent: [], pulled: [known.id] }, ineligible)
  return shown.flatMap(({ reviewId, productId }) =>
    eligible.has(reviewId) ? toNew(tx, known, { subjectId: reviewId, productId }) : [],
  )
}

async function moveRatings(
  tx: StoreTx,
  ratings: readonly store.KnownDestination[],
  productIds: readonly string[],
): Promise<items.NewItem[]> {
  const rated = new Set((await items.listRatedAmong(tx, productIds)).map(({ id }) => id))
  const unrated = productIds.filter((id) => !rated.has(id))
  if (unrated.length > 0) items.queueRemovals(tx, { sent: idsOf(ratings), pulled: [] }, unrated)
  return ratings.flatMap((each) => [...rated].map((productId) => toNew(tx, each, { subjectId: productId, productId })))
}

const toNew = (
  tx: StoreTx,
  known: store.KnownDestination,
  of: { subjectId: string; productId: string | null },
): items.NewItem => ({ ...of, id: newId(tx.now.getTime()), destinationId: known.id, isPulled: isPulled(known) })

/** A changed product may alter the content of its reviews, and may have entered or left the shop. */
export async function queueProducts(
  tx: StoreTx,
  known: readonly store.KnownDestination[],
  platformIds: readonly string[],
): Promise<void> {
  const current = known.filter(({ isRemoving }) => !isRemoving)
  if (current.length === 0) return
  const products = await items.listReviewed(tx, platformIds)
  const productIds = products.map(({ id }) => id)
  if (productIds.length === 0) return
  const wantsReviews = current.some((each) => !isRating(each))
  const moves = wantsReviews ? await items.listShown(tx, productIds, mostAtOnce) : []
  await queueReviews(tx, current, moves.slice(0, mostAtOnce), productIds)
  // If more reviews change than one transaction should write, a comparison queues the rest.
  if (moves.length > mostAtOnce) await requestComparison(tx, null)
}

const mostAtOnce = 500

export async function requestComparison(tx: StoreTx, id: string | null): Promise<void> {
  if ((await store.requestComparison(tx, id)) > 0) await wake(tx, compareJob)
}

type PickFrom<T> = (events: readonly { data: object }[]) => readonly T[]

/** Reads the store's destinations in the round trip of other subscribers, and writes nothing if there are none. */
export const onceKnown = <T>(
  to: readonly { name: string }[],
  pick: PickFrom<T>,
  run: (tx: StoreTx, known: readonly store.KnownDestination[], picked: readonly T[]) => Promise<void>,
): Subscriber => ({
  to: to.map(({ name }) => name),
  asks: (tx, events) => (pick(events).length > 0 ? [store.listKnown(tx)] : []),
  async beforeCommit(tx, events, answers) {
    const [known = []] = answers as store.KnownDestination[][]
    if (known.length > 0) await run(tx, known, pick(events))
  },
})
