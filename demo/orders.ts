import type { DemoProduct, DemoVariant } from './catalogue.ts'
import { shop } from './catalogue.ts'
import type { Person } from './people.ts'
import { at, type Random } from './random.ts'

export type OrderRow = {
  platformOrderId: string
  orderNumber: string
  email: string
  customerName: string
  currency: string
  total: string
  refundedTotal: string
  placedAt: string
  fulfilledAt?: string
  deliveredAt?: string
  cancelledAt?: string
  locale: string
  country: string
  acceptsMarketing: boolean
  lineItems: LineItemRow[]
}

export type LineItemRow = {
  platformProductId: string
  platformVariantId: string
  sku?: string
  title: string
  quantity: number
  unitPrice: string
}

/**
 * `key` identifies the order for all random draws. The order's number would not do, because it depends on the number
 * of orders.
 */
export type DemoOrder = {
  key: string
  row: OrderRow
  person: Person
  lines: { product: DemoProduct; variant: DemoVariant }[]
}

const hour = 3_600_000
const day = 24 * hour

/** Returns orders, oldest first, none after `now`. */
export function orders(
  random: Random,
  products: DemoProduct[],
  customers: Person[],
  count: number,
  now: Date,
): DemoOrder[] {
  const goods = products.filter(({ row }) => row.status !== 'draft')
  const loyalty = new Map(customers.map(({ email }) => [email, random.branch(email).next() ** 3]))
  return placements(random, count, now).map(({ key, placedAt }, index) => {
    const chance = random.branch(key)
    const person = chance.branch('person').chosen(
      customers,
      ({ email }) => 0.15 + (loyalty.get(email) ?? 0),
      ({ email }) => email,
    )
    return { key, ...order(chance, 20_001 + index, placedAt, person, goods, now) }
  })
}

/** Relative sales per month, starting with January. */
const season = [0.7, 0.6, 0.75, 0.95, 1.25, 1.35, 1.3, 1.1, 0.9, 0.95, 1.6, 2.1]
const weekdays = [1.25, 1.05, 0.95, 0.95, 0.95, 0.85, 1.05]

function placements(random: Random, count: number, now: Date): { key: string; placedAt: Date }[] {
  const days = Array.from({ length: 400 }, (_, ago) => new Date(now.getTime() - (ago + 1) * day))
  const weights = new Map(days.map((date) => [date, busyness(date)]))
  return Array.from({ length: count }, (_, index) => {
    const chance = random.branch(`${index}/moment`)
    const date = chance.weighted(days, (candidate) => weights.get(candidate) ?? 0)
    const clock = chance.chance(0.3)
      ? chance.between(11, 14)
      : Math.min(23.9, 16 + chance.next() * 4 + chance.next() * 4)
    const placed = new Date(date)
    placed.setUTCHours(Math.floor(clock), Math.floor((clock % 1) * 60), chance.whole(0, 59), 0)
    return { key: String(index), placedAt: new Date(Math.min(placed.getTime(), now.getTime() - hour)) }
  }).sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
}

function busyness(date: Date): number {
  const month = date.getUTCMonth()
  const isBlackFriday = month === 10 && date.getUTCDate() >= 23 && date.getUTCDate() <= 29
  const isAfterLastPost = month === 11 && date.getUTCDate() > 20
  return at(season, month) * at(weekdays, date.getUTCDay()) * (isBlackFriday ? 2.4 : 1) * (isAfterLastPost ? 0.35 : 1)
}

function order(
  random: Random,
  number: number,
  placedAt: Date,
  person: Person,
  goods: DemoProduct[],
  now: Date,
): Omit<DemoOrder, 'key'> {
  const lines = basket(random, goods)
  const sum = lines.reduce((cents, line) => cents + line.variant.cents * line.quantity, 0)
  const shipping = sum >= 12_000 ? 0 : isNear(person.country) ? 590 : 1_490
  const total = sum + shipping
  const row: OrderRow = {
    platformOrderId: String(5_900_000_000_000 + number * 32_768),
    orderNumber: `#${number}`,
    email: person.email,
    customerName: person.name,
    currency: shop.currency,
    total: money(total),
    ...progress(random, placedAt, person.country, total, at(lines, 0).variant.cents, now),
    locale: person.locale,
    country: person.country,
    acceptsMarketing: random.branch('marketing').chance(0.55),
    lineItems: lines.map(({ product, variant, quantity }) => ({
      platformProductId: product.row.platformProductId,
      platformVariantId: variant.platformVariantId,
      ...(variant.sku ? { sku: variant.sku } : {}),
      title: product.variants.length > 1 ? `${product.row.title} / ${variant.title}` : product.row.title,
      quantity,
      unitPrice: money(variant.cents),
    })),
  }
  return { row, person, lines }
}

function basket(random: Random, goods: DemoProduct[]) {
  const count = random.weighted([1, 2, 3, 4], (size) => at([0, 52, 29, 13, 6], size))
  const wanted = Array.from({ length: count }, (_, place) => {
    return random.branch(`line ${place}`).chosen(
      goods,
      ({ popularity }) => popularity,
      ({ row }) => row.handle,
    )
  })
  return [...new Set(wanted)].map((product) => {
    const chance = random.branch(product.row.handle)
    const variant = chance.pick(product.variants)
    const quantity = variant.cents < 3_500 && chance.chance(0.3) ? chance.whole(2, 4) : 1
    return { product, variant, quantity }
  })
}

function progress(random: Random, placedAt: Date, country: string, total: number, firstPrice: number, now: Date) {
  const placed = { placedAt: placedAt.toISOString(), refundedTotal: '0.00' }
  if (random.chance(0.03)) {
    const cancelledAt = new Date(placedAt.getTime() + random.between(0.3, 20) * hour)
    if (cancelledAt < now) return { ...placed, cancelledAt: cancelledAt.toISOString(), refundedTotal: money(total) }
  }
  const fulfilledAt = new Date(placedAt.getTime() + random.between(0.6, 2.8) * day)
  if (fulfilledAt >= now) return placed
  const onTheWay = isNear(country) ? random.between(1.5, 5) : random.between(5, 13)
  const deliveredAt = new Date(fulfilledAt.getTime() + onTheWay * day)
  if (deliveredAt >= now) return { ...placed, fulfilledAt: fulfilledAt.toISOString() }
  const isSentBack = random.chance(0.055)
  const refunded = isSentBack ? (random.chance(0.4) ? total : Math.min(firstPrice, total)) : 0
  return {
    ...placed,
    fulfilledAt: fulfilledAt.toISOString(),
    deliveredAt: deliveredAt.toISOString(),
    refundedTotal: money(refunded),
  }
}

const near = new Set(['IE', 'GB', 'DE', 'AT', 'FR', 'BE', 'ES', 'NL', 'SE', 'PL', 'IT', 'PT'])
const isNear = (country: string) => near.has(country)

const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
