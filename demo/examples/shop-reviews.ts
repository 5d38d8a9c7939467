// The form asks about the shop. Two buyers answered: one had nothing to complain about, the other got an apology.
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Clock } from '#platform/process/clock.ts'
import { findOrder } from '#resources/orders/commands.ts'
import { createReview } from '#resources/reviews/create-review.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { changeReviewSettings } from '#resources/reviews/submissions/settings-commands.ts'
import type { DemoOrder } from '../orders.ts'

const day = 86_400_000

const answers = [
  {
    daysAgo: 12,
    rating: 5,
    title: 'Quick, and packed in paper',
    body: 'Ordered on Monday, here on Wednesday, without a gram of plastic. A question about sizes was answered within the hour.',
    reply: null,
  },
  {
    daysAgo: 6,
    rating: 2,
    title: 'Good things, slow parcel',
    body: 'What came is fine. But the parcel took eleven days, and nobody told me that it would.',
    reply: 'You are right, we should have written. The carrier was on strike, and we now say so on the order page.',
  },
]

type Write = <T>(work: (tx: StoreTx) => Promise<T>) => Promise<T>

export async function reviewShop(write: Write, audit: Audit, clock: Clock, now: Date, orders: readonly DemoOrder[]) {
  const buyers = orders.filter(
    ({ person, row }) =>
      person.language === 'en' &&
      row.deliveredAt &&
      !row.cancelledAt &&
      Date.parse(row.deliveredAt) < now.getTime() - 20 * day,
  )
  for (const [n, { daysAgo, reply, ...words }] of answers.entries()) {
    const buyer = buyers.at(-1 - n)
    if (!buyer) return
    const { given, email, locale } = buyer.person
    clock.advance(now.getTime() - daysAgo * day - clock.nowMs())
    const id = await write(async (tx) => {
      const order = await findOrder(tx, buyer.row.platformOrderId)
      const author = { authorName: given, authorEmail: email, locale, orderId: order?.id ?? null }
      const made = await createReview(tx, {
        ...{ ...words, ...author, product: 'shop' },
        ...{ source: 'email_form', addressProven: true },
      })
      return made.id
    })
    clock.advance(day / 4)
    await write(async (tx) => {
      await updateReview(
        tx,
        audit,
        id,
        { status: 'approved', ...(reply && { reply: { body: reply } }) },
        { isSilent: true },
      )
    })
  }
  await write((tx) => changeReviewSettings(tx, { shop: { asked: true } }))
}
