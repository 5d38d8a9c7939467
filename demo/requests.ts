// Creates the requests of the history. The service itself handles requests that are due after the history ends.

import { defaults } from '#resources/email/settings/rules.ts'
import { dueAt } from '#resources/review-requests/planning/rules.ts'
import type { RequestHistory } from '#resources/review-requests/schema.ts'
import type { DemoOrder, OrderRow } from './orders.ts'
import type { Random } from './random.ts'
import type { DemoReview } from './reviews.ts'

const minute = 60_000
const hour = 60 * minute
/** Before this day, the service did not record when a person opened the form. */
const countedFrom = '2026-10-10T00:00:00.000Z'

export function requests(
  random: Random,
  sold: readonly DemoOrder[],
  written: readonly DemoReview[],
  now: Date,
): RequestHistory[] {
  const answers = Map.groupBy(
    written.filter(({ source }) => source === 'email_form'),
    (review) => review.platformOrderId,
  )
  return sold.flatMap(({ key, row }) => {
    if (row.cancelledAt) return []
    const chance = random.branch(key)
    const [first] = (answers.get(row.platformOrderId) ?? []).toSorted((a, b) =>
      a.submittedAt < b.submittedAt ? -1 : 1,
    )
    if (first) return [answered(chance, row, first)]
    const due = computeDue(row)
    return due < now ? [unanswered(chance, row, due, now)] : []
  })
}

const computeDue = ({ placedAt, fulfilledAt, deliveredAt }: OrderRow): Date =>
  dueAt({ placedAt, fulfilledAt: fulfilledAt ?? null, deliveredAt: deliveredAt ?? null }, defaults)

function answered(random: Random, row: OrderRow, review: DemoReview): RequestHistory {
  const openedAt = new Date(Date.parse(review.submittedAt) - random.between(2, 9) * minute)
  const due = computeDue(row)
  // A merchant sent some requests early, by hand.
  const sentAt = due < openedAt ? due : new Date(openedAt.getTime() - random.between(1, 20) * hour)
  const star = random.chance(0.85) ? review.rating : null
  return {
    ...sent(row, sentAt),
    ...opened(
      openedAt,
      random.weighted([1, 2, 3], (n) => 4 - n),
      star,
    ),
  }
}

const passedOver = ['customer_unsubscribed', 'customer_suppressed', 'already_reviewed'] as const

function unanswered(random: Random, row: OrderRow, due: Date, now: Date): RequestHistory {
  if (random.chance(0.06)) return { ...unsent(row), state: 'skipped', reason: random.pick([...passedOver]) }
  if (random.chance(0.015)) return { ...unsent(row), state: 'failed', reason: 'mailbox_unavailable' }
  const openedAt = new Date(due.getTime() + random.between(0.2, 60) * hour)
  if (openedAt > now || !random.chance(0.55)) return sent(row, due)
  return { ...sent(row, due), ...opened(openedAt, 1, random.chance(0.5) ? random.whole(1, 5) : null) }
}

const unsent = ({ platformOrderId }: OrderRow) => ({
  platformOrderId,
  sentAt: null,
  openedAt: null,
  views: 0,
  clickedRating: null,
})

const sent = (row: OrderRow, at: Date): RequestHistory => ({
  ...{ ...unsent(row), state: 'sent', reason: null },
  sentAt: at.toISOString(),
})

function opened(at: Date, views: number, clickedRating: number | null) {
  const openedAt = at.toISOString()
  return openedAt < countedFrom ? {} : { openedAt, views, clickedRating }
}
