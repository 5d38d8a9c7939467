// On a plan without sequences, runs still begin. They pause until the store upgrades.
import type { StoreTx } from '#platform/db/db.ts'
import { noteActs } from '../runs/commands.ts'
import { workSoon } from '../runs/names.ts'
import { decideRefusal, type Fact, factName, findMisfit, isReached } from './rules.ts'
import * as store from './store.ts'

/** True if any sequence could react. Callers check this before they call the functions below. */
export const selectAnySequence = store.selectAny

export async function hearOrders(tx: StoreTx, orders: readonly { id: string; email: string | null }[]): Promise<void> {
  await begin(tx, ['order.placed', 'order.fulfilled', 'order.delivered'], async () => {
    const rows = await store.listOrders(
      tx,
      orders.map(({ id }) => id),
    )
    return rows.flatMap(factsOfOrder)
  })
  await noteActs(tx, [...new Set(orders.flatMap(({ email }) => email ?? []))])
}

export function factsOfOrder(order: store.OrderRow): Fact[] {
  const { email, platformOrderId, isCancelled, placedAt, fulfilledAt, deliveredAt } = order
  if (email === null || isCancelled) return []
  const dates = { 'order.placed': placedAt, 'order.fulfilled': fulfilledAt, 'order.delivered': deliveredAt } as const
  return (Object.keys(dates) as (keyof typeof dates)[]).flatMap((event) => {
    const at = dates[event]
    const { productIds, categoryIds, total, isFirstOrder, tier } = order
    const fact = { event, ref: platformOrderId, email, platformOrderId, reviewId: null }
    return at === null ? [] : [{ ...fact, at: new Date(at), productIds, categoryIds, total, isFirstOrder, tier }]
  })
}

export async function hearReviewsWritten(
  tx: StoreTx,
  reviews: readonly { id: string; email: string | null }[],
): Promise<void> {
  const people = await store.listPeopleOfReviews(
    tx,
    reviews.map(({ id }) => id),
  )
  await noteActs(tx, [...new Set([...reviews, ...people].flatMap(({ email }) => email ?? []))])
}

export const selectWaitingForApprovals = (tx: StoreTx) => store.selectWaiting(tx, ['review.approved'])

export async function hearReviewsApproved(
  tx: StoreTx,
  ids: readonly string[],
  waiting: readonly store.WaitingSequence[],
): Promise<void> {
  const readFacts = async () =>
    (await store.listApproved(tx, ids)).map(({ id, email, approvedAt, productId, platformOrderId, ...subject }) => ({
      ...{ event: 'review.approved', ref: id, at: new Date(approvedAt), email, platformOrderId, reviewId: id },
      ...{ ...subject, productIds: [productId] },
    }))
  await begin(tx, ['review.approved'], readFacts, waiting)
}

export async function hearMembersJoined(tx: StoreTx, ids: readonly string[]): Promise<void> {
  await begin(tx, ['loyalty.member_joined'], async () =>
    (await store.listMembers(tx, ids)).map(({ id, email, tier }) => ({
      ...{ event: 'loyalty.member_joined', ref: id, at: tx.now, email, ...ofNoOrder, tier },
    })),
  )
}

/** A member who returns to a tier has the same `ref` as the first time, so no second run begins. */
export async function hearTiersChanged(
  tx: StoreTx,
  changes: readonly { id: string; from: string | null; to: string | null }[],
): Promise<void> {
  await begin(tx, ['loyalty.tier_reached'], async () => {
    const tiers = await store.findTiers(tx)
    const reached = changes.filter(({ from, to }) => isReached(tiers, from, to))
    const members = await store.listMembers(
      tx,
      reached.map(({ id }) => id),
    )
    const emails = new Map(members.map(({ id, email }) => [id, email]))
    return reached.flatMap(({ id, to }) => {
      const email = emails.get(id)
      const fact = { event: 'loyalty.tier_reached' as const, ref: `${id} ${to}`, at: tx.now, ...ofNoOrder, tier: to }
      return email === undefined ? [] : [{ ...fact, email }]
    })
  })
}

const ofNoOrder = {
  ...{ productIds: [], categoryIds: [], total: null, isFirstOrder: null },
  ...{ platformOrderId: null, reviewId: null },
}

/** Reads events only if a sequence waits for events of their kind. */
async function begin(
  tx: StoreTx,
  events: readonly Fact['event'][],
  readFacts: () => Promise<readonly (Omit<Fact, 'event'> & { event: string })[]>,
  known?: readonly store.WaitingSequence[],
): Promise<void> {
  const waiting = known ?? (await tx.all(store.selectWaiting(tx, events)))
  if (waiting.length === 0) return
  const facts = (await readFacts()) as readonly Fact[]
  const runs = waiting.flatMap(({ id, version, event, filter, publishedAt }) =>
    facts
      .filter((fact) => fact.event === event)
      .filter((fact) => !decideRefusal(fact, new Date(publishedAt), tx.now) && !findMisfit(filter, fact))
      .map((fact) => ({
        ...{ sequenceId: id, version, email: fact.email, fact: factName(fact), factAt: fact.at },
        ...{ platformOrderId: fact.platformOrderId, reviewId: fact.reviewId },
      })),
  )
  if (runs.length > 0 && (await store.insertRuns(tx, runs)) > 0) await workSoon(tx)
}
