import type { RequestHistory } from '#resources/review-requests/schema.ts'
import { type CatalogueOptions, catalogue, type DemoProduct } from './catalogue.ts'
import { type DemoOrder, orders } from './orders.ts'
import { people } from './people.ts'
import { random } from './random.ts'
import { requests } from './requests.ts'
import { type DemoReview, reviews } from './reviews.ts'

export type DemoShop = {
  products: DemoProduct[]
  orders: DemoOrder[]
  reviews: DemoReview[]
  requests: RequestHistory[]
}

export type DemoOptions = CatalogueOptions & { now: Date; seed?: string; orders?: number; reviews?: number }

/** Every order and review has its own draws, so adding a product leaves most of them unchanged. */
export function demoShop(options: DemoOptions): DemoShop {
  const source = random(options.seed ?? 'larkmoor')
  const orderCount = options.orders ?? 800
  const products = catalogue(options)
  const everybody = people(source.branch('people'), Math.round(orderCount * 0.78) + 90)
  // The last ninety people bought nothing. They write their reviews on product pages.
  const customers = everybody.slice(0, -90)
  const sold = orders(source.branch('orders'), products, customers, orderCount, options.now)
  const strangers = everybody.slice(-90)
  const written = reviews(source.branch('reviews'), sold, products, strangers, options.reviews ?? 500, options.now)
  const asked = requests(source.branch('requests'), sold, written, options.now)
  return { products, orders: sold, reviews: written, requests: asked }
}
