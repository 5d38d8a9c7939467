// A test request has every field of a real request, so that a flow and its mail can be built on it.
import type { EventKindName } from './schema.ts'

const stars = [1, 2, 3, 4, 5] as const

export function buildExample(
  kind: EventKindName,
  { storeName, origin, at }: { storeName: string; origin: string; at: Date },
): Record<string, unknown> {
  if (kind === 'connection_test') return { store_name: storeName, message: 'This is a test event.' }
  if (kind === 'birthday_reward' || kind === 'referral_reward') return { is_test: true, points: 200, balance: 480 }
  if (kind === 'points_changed') return { is_test: true, points: 120, balance: 480, spendable: 480, cause: 'order' }
  if (kind === 'tier_changed') return { is_test: true, tier: 'Silver', previous_tier: 'Bronze', tier_points: 1000 }
  if (kind === 'review_submitted' || kind === 'review_approved') return buildReview(storeName, `${origin}/demo-store`)
  // The test has no order, so its links lead to the demo store.
  const url = `${origin}/demo-store`
  const ratingUrls = Object.fromEntries(stars.map((star) => [`rating_url_${star}`, `${url}?rating=${star}`]))
  const imageUrl = `${url}/icon.svg`
  const incentive = '10 % off your next order'
  const product = (title: string) => ({
    ...{ title, image_url: imageUrl, incentive_text: incentive, review_url: url },
    ...ratingUrls,
  })
  return {
    is_test: true,
    request_id: 'test',
    reminder: kind === 'review_request_reminder' ? 1 : 0,
    store_name: storeName,
    store_url: url,
    order_number: '#1001',
    order_placed_at: at.toISOString(),
    review_url: url,
    product_title: 'Example mug',
    product_image_url: imageUrl,
    product_count: 2,
    incentive_text: incentive,
    incentive_terms: 'For each review, regardless of its rating.',
    ...ratingUrls,
    products: [product('Example mug'), product('Example tea')],
  }
}

const buildReview = (storeName: string, url: string): Record<string, unknown> => ({
  ...{
    is_test: true,
    review_id: 'test',
    subject: 'product',
    rating: 5,
    product_id: 'mug',
    product_title: 'Example mug',
  },
  ...{ product_url: url, verified: true, incentivized: false, photo_count: 1, locale: 'en', store_name: storeName },
  ...{ title: 'Daily companion', body: 'Keeps tea hot for an hour.' },
})
