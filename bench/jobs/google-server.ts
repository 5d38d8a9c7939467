// A fake Google with many reviews runs in its own process, so that its memory is not counted as ours.
import { writeFileSync } from 'node:fs'
import { startGoogle } from '#test/fakes/google-merchant.ts'
import { dataSource, reviewAt, reviewId } from './outside-reviews.ts'

const { REVIEWS = '0', MOVED = '0', KEY_FILE = '' } = process.env
const google = await startGoogle()
writeFileSync(KEY_FILE, JSON.stringify(google.serviceAccount), { mode: 0o600 })
const [size, moved] = [Number(REVIEWS), Number(MOVED)]
const add = (id: string, attributes: Record<string, unknown>) =>
  google.reviews.set(id, {
    ...{ name: `accounts/123456789/productReviews/${id}`, productReviewId: id, dataSource },
    productReviewAttributes: attributes,
  })
// Google lacks the first reviews, has other texts for the next, and has some that it should not have.
for (let n = moved; n < size; n++) {
  const { id, rating, title, body } = reviewAt(n)
  add(id, { rating, title, content: n < 2 * moved ? 'Written elsewhere.' : body })
}
for (let n = size; n < size + moved; n++) add(reviewId(n), { rating: 3, content: 'Nobody knows it.' })
process.send?.(Number(new URL(google.origin).port))
process.on('SIGTERM', () => process.exit(0))
