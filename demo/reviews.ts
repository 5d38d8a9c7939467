import { type DemoProduct, pictureName } from './catalogue.ts'
import type { DemoOrder } from './orders.ts'
import type { Person } from './people.ts'
import { buyersPhotos } from './pictures.ts'
import { at, type Random } from './random.ts'
import unwantedTexts from './texts/unwanted.json' with { type: 'json' }
import { type About, writer } from './texts.ts'

export type DemoReview = {
  platformProductId: string
  platformVariantId: string | null
  platformOrderId: string | null
  source: 'email_form' | 'widget_form'
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string
  locale: string
  country: string
  submittedAt: string
  status: 'pending' | 'approved' | 'rejected' | 'spam'
  /** The merchant's reason for a rejection. Other reviews have none. */
  reason?: 'spam' | 'off_topic'
  /** The time of approval, rejection or marking as spam. */
  moderatedAt: string | null
  incentive: 'coupon' | 'points' | null
  reply: { body: string; authorName: string; repliedAt: string } | null
  photos: string[]
}

type Purchase = { chance: Random; product: DemoProduct; variantId: string; order: DemoOrder; deliveredAt: Date }

const hour = 3_600_000
const day = 24 * hour

/**
 * Percentage of reviews by stars. Popular shops with honest reviews have about this share of one-star and two-star reviews.
 */
const stars = [0, 5, 5, 9, 21, 60]

/** Returns reviews, oldest first, none after `now`. No two reviews from one order are about the same product. */
export function reviews(
  random: Random,
  sold: DemoOrder[],
  products: DemoProduct[],
  strangers: Person[],
  count: number,
  now: Date,
): DemoReview[] {
  const write = writer(random.branch('words'))
  const { spam, offTopic } = unwantedTexts
  const onPage = Math.round(count * 0.09)
  const purchases = deliveries(random, sold, now)
  const bought = purchases
    .slice(0, Math.max(0, count - spam.length - offTopic.length - onPage))
    .map((purchase) => fromPurchase(write, purchase, now))
  const found = Array.from({ length: onPage }, (_, index) => {
    const chance = random.branch(`page ${index}`)
    return fromPage(chance, write, pickProduct(chance, products), at(strangers, index % strangers.length), now)
  })
  const refused = refusals(random, products, strangers, now)
  const all = [...bought, ...found, ...refused].sort((a, b) => (a.submittedAt < b.submittedAt ? -1 : 1))
  return withPhotos(random.branch('photos'), all, products, Math.round(count * 0.24))
}

function deliveries(random: Random, sold: DemoOrder[], now: Date): Purchase[] {
  const all = sold.flatMap((order) => {
    const { deliveredAt, cancelledAt } = order.row
    if (!deliveredAt || cancelledAt || now.getTime() - Date.parse(deliveredAt) < 4 * day) return []
    return order.lines.map(({ product, variant }) => {
      const chance = random.branch(`${order.key}/${product.row.handle}`)
      const delivered = { deliveredAt: new Date(deliveredAt), rank: chance.next() }
      return { chance, product, variantId: variant.platformVariantId, order, ...delivered }
    })
  })
  return all.sort((a, b) => a.rank - b.rank)
}

type Write = ReturnType<typeof writer>

function fromPurchase(write: Write, purchase: Purchase, now: Date): DemoReview {
  const { chance: random, product, order } = purchase
  // Requests are sent fourteen days after delivery, and most reviews follow within a week.
  const wait = random.chance(0.12) ? random.between(1.5, 12) : 14 + random.next() ** 2.5 * 26
  const latest = (now.getTime() - purchase.deliveredAt.getTime()) / day - 0.1
  const days = wait < latest ? wait : random.between(1.5, latest)
  const submittedAt = daytime(random, new Date(purchase.deliveredAt.getTime() + days * day), now)
  const isSentBack = order.row.refundedTotal !== '0.00'
  const rating = isSentBack && random.chance(0.7) ? random.whole(1, 3) : rate(random, product.quality)
  return {
    ...review(random, write, product, order.person, rating, submittedAt, now),
    platformVariantId: purchase.variantId,
    platformOrderId: order.row.platformOrderId,
    source: 'email_form',
    incentive: random.weighted(['coupon', 'points', null] as const, (kind) => (kind === 'coupon' ? 9 : kind ? 5 : 86)),
  }
}

function fromPage(random: Random, write: Write, product: DemoProduct, person: Person, now: Date): DemoReview {
  const submittedAt = daytime(random, new Date(now.getTime() - random.between(1, 380) * day), now)
  return review(random, write, product, person, rate(random, product.quality), submittedAt, now)
}

function review(
  random: Random,
  write: Write,
  product: DemoProduct,
  person: Person,
  rating: number,
  submittedAt: Date,
  now: Date,
): DemoReview {
  const { language } = person
  const about = { language, subject: product.subject, productId: product.row.platformProductId, rating }
  const words = write.review(random, about)
  // The moderator works every day or two, and has not yet seen the reviews of the last days.
  const age = (now.getTime() - submittedAt.getTime()) / day
  const isSeen = age > 9 || (age > 2 && random.chance(0.55))
  const moderatedAt = isSeen ? new Date(submittedAt.getTime() + random.between(1, 44) * hour) : null
  const authorName = nameGiven(random, person)
  return {
    platformProductId: product.row.platformProductId,
    platformVariantId: null,
    platformOrderId: null,
    source: 'widget_form',
    rating,
    ...words,
    authorName,
    authorEmail: person.email,
    locale: person.locale,
    country: person.country,
    submittedAt: submittedAt.toISOString(),
    status: moderatedAt ? 'approved' : 'pending',
    moderatedAt: moderatedAt?.toISOString() ?? null,
    incentive: null,
    reply: moderatedAt ? reply(random, write, about, person.given, moderatedAt, now) : null,
    photos: [],
  }
}

function rate(random: Random, quality: number): number {
  return random.weighted([1, 2, 3, 4, 5], (rating) => {
    // A good product gets fewer ones and twos. A bad product gets more of them and fewer fives.
    return at(stars, rating) * 2 ** ((rating - 3.4) * quality)
  })
}

function nameGiven(random: Random, person: Person): string {
  if (person.language === 'ja' || person.language === 'ar') return random.chance(0.6) ? person.given : person.name
  const initial = `${at([...person.family], 0)}.`
  const shapes = [person.name, person.name, `${person.given} ${initial}`, `${person.given} ${initial}`, person.given]
  const name = random.pick(shapes)
  return random.chance(0.06) ? name.toLowerCase() : name
}

const staff = ['Marit', 'Colm', 'Ines']

function reply(random: Random, write: Write, about: About, given: string, after: Date, now: Date) {
  const { rating } = about
  if (!random.chance(rating <= 2 ? 0.72 : rating === 3 ? 0.4 : 0.05)) return null
  const repliedAt = new Date(after.getTime() + random.between(0.5, 60) * hour)
  if (repliedAt > now) return null
  const authorName = `${random.pick(staff)}, Larkmoor`
  return { body: write.reply(about, given), authorName, repliedAt: repliedAt.toISOString() }
}

type UnwantedReview = { rating: number; title: string | null; body: string; author?: string }

/** Creates advertising and other non-reviews. All are spam or rejected, except the newest, which are still pending. */
function refusals(trunk: Random, products: DemoProduct[], strangers: Person[], now: Date): DemoReview[] {
  const { spam, offTopic } = unwantedTexts
  const unwanted: UnwantedReview[] = [...spam.map((words) => ({ ...words, rating: 5 })), ...offTopic]
  return unwanted.map((words, index) => {
    const random = trunk.branch(`unwanted ${index}`)
    const isSpam = index < spam.length
    const person = at(strangers, strangers.length - 1 - index)
    const submittedAt = daytime(random, new Date(now.getTime() - random.between(0.3, 300) * day), now)
    const moderatedAt = new Date(submittedAt.getTime() + random.between(2, 50) * hour)
    const isSeen = moderatedAt < now
    return {
      platformProductId: pickProduct(random, products).row.platformProductId,
      platformVariantId: null,
      platformOrderId: null,
      source: 'widget_form',
      rating: words.rating,
      title: words.title,
      body: words.body,
      authorName: words.author ?? person.name,
      authorEmail: person.email,
      locale: 'en-GB',
      country: person.country,
      submittedAt: submittedAt.toISOString(),
      status: isSeen ? (isSpam ? 'spam' : 'rejected') : 'pending',
      ...(isSeen && ({ reason: isSpam ? 'spam' : 'off_topic' } as const)),
      moderatedAt: isSeen ? moderatedAt.toISOString() : null,
      incentive: null,
      reply: null,
      photos: [],
    }
  })
}

/** Moves the time to an hour of that day at which people write reviews, and at least an hour before `now`. */
function daytime(random: Random, date: Date, now: Date): Date {
  const moved = new Date(date)
  moved.setUTCHours(
    random.pick([7, 8, 12, 13, 17, 18, 19, 19, 20, 20, 21, 21, 22]),
    random.whole(0, 59),
    random.whole(0, 59),
    0,
  )
  return new Date(Math.min(moved.getTime(), now.getTime() - hour))
}

const pickProduct = (random: Random, products: DemoProduct[]) =>
  random.chosen(
    products,
    ({ row, popularity }) => (row.status === 'draft' ? 0 : popularity),
    ({ row }) => row.handle,
  )

/** Each photo is used once. Once a product's photos are used up, its other reviews get none. */
function withPhotos(random: Random, all: DemoReview[], products: DemoProduct[], count: number): DemoReview[] {
  const left = buyersPhotos()
  const byId = new Map(products.map((product) => [product.row.platformProductId, product]))
  const ranked = all
    .filter(({ status, platformOrderId }) => platformOrderId && status !== 'rejected' && status !== 'spam')
    .map((review) => {
      const chance = random.branch(`${review.platformOrderId}/${review.platformProductId}`)
      return { review, chance, rank: chance.next() * (review.rating >= 4 ? 1 : 2.2) }
    })
    .sort((a, b) => a.rank - b.rank)
  const given = new Map<DemoReview, string[]>()
  for (const { review, chance } of ranked) {
    if (given.size === count) break
    const product = byId.get(review.platformProductId)
    const bought = product?.variants.find((variant) => variant.platformVariantId === review.platformVariantId)
    const photos = product && bought && left.get(pictureName(product.row.handle, bought.look))
    const taken = photos?.splice(
      0,
      chance.weighted([1, 2, 3], (n) => at([0, 58, 29, 13], n)),
    )
    if (taken && taken.length > 0) given.set(review, taken)
  }
  return all.map((review) => ({ ...review, photos: given.get(review) ?? [] }))
}
