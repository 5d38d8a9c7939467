import type { MailRewards } from '#resources/email/commands.ts'
import type { StoreFacts } from '#resources/email/sending/pacing-rules.ts'
import { type Offer, toOfferWords } from '#resources/review-incentives/offers/rules.ts'
import { formUrl, starUrl } from '../form-links/rules.ts'
import { type DueRequest, type Product, parseFirstName } from './rules.ts'

/** Gmail truncates mails at 102 kB; the form shows the rest of a large order. */
const productsShown = 10
/** Language of mails about orders without one. */
export const usualLocale = 'en'
const stars = [1, 2, 3, 4, 5] as const

export type RequestContent = {
  due: DueRequest
  products: readonly Product[]
  token: string
  reminder: number
  offers?: ReadonlyMap<string, Offer> | undefined
}

export function mailData(
  { due, products, token, offers }: RequestContent,
  store: Pick<StoreFacts, 'name' | 'origins'>,
  origin: string,
) {
  const rewards = wordRewards(products, offers, due.locale ?? usualLocale)
  return {
    store: { name: store.name, url: store.origins[0] ?? null },
    customer: { name: due.customerName, firstName: parseFirstName(due.customerName) },
    order: { number: due.orderNumber ?? due.platformOrderId, placedAt: due.placedAt },
    productCount: products.length,
    incentive: rewards.common,
    products: products.slice(0, productsShown).map(({ id, title, imageUrl }, at) => ({
      title,
      imageUrl,
      incentive: rewards.each[at],
      formUrl: starUrl(origin, token, id),
      ratingUrls: Object.fromEntries(stars.map((star) => [star, starUrl(origin, token, id, star)])),
    })),
    formUrl: formUrl(origin, token),
  }
}

/** A reward that all products share is promised once, not beside each product. */
export function wordRewards(
  products: readonly Pick<Product, 'id'>[],
  offers: RequestContent['offers'],
  reader: string,
): MailRewards {
  const common = commonOffer(products, offers)
  return {
    common: toOfferWords(common, reader),
    each: products.map(({ id }) => toOfferWords(common ? undefined : offers?.get(id), reader)),
  }
}

function commonOffer(products: readonly Pick<Product, 'id'>[], offers: RequestContent['offers']): Offer | undefined {
  const [first, ...others] = products.map(({ id }) => offers?.get(id))
  return others.every((offer) => offer?.incentiveId === first?.incentiveId) ? first : undefined
}

/** Flat properties are for filters in a merchant's flow, and `products` is for the loop in its mail. */
export function providerProperties(
  { due, products, token, reminder, offers }: RequestContent,
  store: Pick<StoreFacts, 'name' | 'origins'>,
  origin: string,
): Record<string, unknown> {
  const [first] = products
  const reader = due.locale ?? undefined
  const common = toOfferWords(commonOffer(products, offers), reader)
  const shown = products.slice(0, productsShown)
  return {
    request_id: due.id,
    reminder,
    store_name: store.name,
    store_url: store.origins[0] ?? null,
    order_number: due.orderNumber ?? due.platformOrderId,
    order_placed_at: due.placedAt,
    review_url: formUrl(origin, token),
    product_title: first?.title ?? null,
    product_image_url: first?.imageUrl ?? null,
    product_count: products.length,
    incentive_text: common.text,
    incentive_terms: common.terms,
    ...(first && ratingUrls(origin, token, first.id)),
    products: shown.map(({ id, title, imageUrl }) => ({
      title,
      image_url: imageUrl,
      incentive_text: toOfferWords(offers?.get(id), reader).text,
      review_url: starUrl(origin, token, id),
      ...ratingUrls(origin, token, id),
    })),
  }
}

const ratingUrls = (origin: string, token: string, productId: string) =>
  Object.fromEntries(stars.map((star) => [`rating_url_${star}`, starUrl(origin, token, productId, star)]))
