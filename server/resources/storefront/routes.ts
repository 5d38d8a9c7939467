import { Type } from 'typebox'
import { uncached, uncachedText, written } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { writeJsonLd } from '#platform/values/json-ld.ts'
import { isPooled, requireProductOfPool } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import { summarizeAttributes } from '#resources/reviews/attributes/commands.ts'
import { hasShared, type Sharing, toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { summarize } from '#resources/reviews/rules.ts'
import { writeHtml } from './documents/html.ts'
import { buildJsonLd, buildShopJsonLd, mostShopReviews } from './documents/json-ld.ts'
import { readFilters } from './filters-commands.ts'
import { requireOneSubject, requireSubjectOfList, toPooledSummaries, toSummaries, toSummary } from './rules.ts'
import {
  AttributeSummaries,
  attributesQuery,
  filtersQuery,
  htmlQuery,
  jsonLdQuery,
  ReviewFilters,
  reviewsQuery,
  ShopSummary,
  ShownReview,
  StoreSummary,
  Summary,
  summaryQuery,
} from './schema.ts'
import { search } from './searching-store.ts'
import * as store from './store.ts'

const unknown =
  'An unknown product has no reviews; this is no error, because a page is often online before its product is pushed. An id without a match is compared again without leading zeros, spaces and spreadsheet quoting.'

async function readPool(tx: StoreTx, platformProductId: string, pool: Pool | undefined, sharing: Sharing) {
  const rows = await store.countPooledStars(tx, [platformProductId], pool, sharing)
  return toPooledSummaries([platformProductId], rows)[0]?.pooled
}

export default [
  operation({
    id: 'storefront.list_reviews',
    http: 'GET /storefront/reviews',
    tenancy: 'storefront',
    doc: {
      summary: 'List approved reviews',
      description: `With \`pool\`, reviews of other products are added. They have \`origin\`, which shoppers must see. ${unknown}`,
    },
    input: { query: reviewsQuery },
    output: { body: page(ShownReview) },
    transaction: 'single-query',
    storefront: { widget: 'reviews', shared: true },
    async run({ tx, query: { q, ...query }, services: { media, config }, now }) {
      requireProductOfPool(query)
      requireSubjectOfList(query)
      const request = { ...query, sharing: toSharing(config) }
      const found = q === undefined ? store.list(tx, request, media) : search(tx, { ...request, q }, media)
      return hasShared(query.pool) ? uncached(await found, now) : await found
    },
  }),
  operation({
    id: 'storefront.summarize',
    http: 'GET /storefront/summary',
    tenancy: 'storefront',
    doc: {
      summary: 'Get review summaries of products',
      description: `Up to 100 products, in the requested order, each once. With \`pool\`, \`pooled\` summarizes the pool of each product. ${unknown}`,
    },
    input: { query: summaryQuery },
    output: {
      body: Type.Object({ data: Type.Array(Summary, { description: 'Summaries of the requested products.' }) }),
    },
    transaction: 'single-query',
    storefront: { widget: 'stars', shared: true },
    run: async ({ tx, query, services: { config }, now }) => {
      const platformProductIds = [...new Set(query.platformProductIds)]
      if (!isPooled(query))
        return { data: toSummaries(platformProductIds, await store.countStars(tx, platformProductIds)) }
      const rows = await store.countPooledStars(tx, platformProductIds, query.pool, toSharing(config))
      const summaries = { data: toPooledSummaries(platformProductIds, rows) }
      return hasShared(query.pool) ? uncached(summaries, now) : summaries
    },
  }),
  operation({
    id: 'storefront.summarize_store',
    http: 'GET /storefront/store-summary',
    tenancy: 'storefront',
    doc: {
      summary: 'Get the review summary of the store',
      description: 'Counts all approved reviews of products by stars.',
    },
    output: { body: StoreSummary },
    transaction: 'single-query',
    storefront: { shared: true },
    async run({ tx }) {
      const { count, average, byStar } = toSummary('', await store.countStarsOfStore(tx))
      return { count, average, byStar }
    },
  }),
  operation({
    id: 'storefront.summarize_shop',
    http: 'GET /storefront/shop-summary',
    tenancy: 'storefront',
    doc: {
      summary: 'Get the summary of the reviews of the shop',
      description: 'Counts the approved reviews of the shop itself by stars, without reviews of products.',
    },
    output: { body: ShopSummary },
    transaction: 'single-query',
    storefront: { shared: true },
    async run({ tx }) {
      const { count, average, byStar, verifiedCount } = summarize(await store.countStarsOfShop(tx))
      return { count, average, byStar, verifiedCount }
    },
  }),
  operation({
    id: 'storefront.summarize_attributes',
    http: 'GET /storefront/review-attributes',
    tenancy: 'storefront',
    doc: {
      summary: 'Get review attributes of a product',
      description: `In form order, including attributes without answers. ${unknown}`,
    },
    input: { query: attributesQuery },
    output: { body: AttributeSummaries },
    storefront: { shared: true },
    run: async ({ tx, query }) => ({ attributes: await summarizeAttributes(tx, query.platformProductId) }),
  }),
  operation({
    id: 'storefront.list_review_filters',
    http: 'GET /storefront/review-filters',
    tenancy: 'storefront',
    doc: {
      summary: 'List filters of the reviews of a product',
      description: `Values that filter \`GET /storefront/reviews\`, with the number of approved reviews for each. \`subject=shop\` counts the reviews of the shop. \`pool\` counts those of the pool, including attributes and variants of the other products of the group. Copies of shared reviews have no attributes and no variants. ${unknown}`,
    },
    input: { query: filtersQuery },
    output: { body: ReviewFilters },
    storefront: { shared: true },
    async run({ tx, query, services: { config }, now }) {
      requireProductOfPool(query)
      const request = { ...query, platformProductId: requireOneSubject(query), sharing: toSharing(config) }
      const filters = await readFilters(tx, request)
      return hasShared(query.pool) ? uncached(filters, now) : filters
    },
  }),
  operation({
    id: 'storefront.get_json_ld',
    http: 'GET /storefront/json-ld',
    tenancy: 'storefront',
    doc: {
      summary: 'Get reviews as JSON-LD',
      description:
        'Newest reviews of a product as schema.org data, at most `limit`. It is `{}` without reviews or a product title, because search engines reject incomplete products. It is safe to embed in a script element. With `subject=shop`, it is the shop as an `OnlineStore` with the reviews of the shop, at most 20, or `{}` without reviews.',
    },
    input: { query: jsonLdQuery },
    output: { produces: ['application/ld+json'] },
    transaction: 'single-query',
    storefront: { shared: true },
    async run({ tx, query, services, storefront }) {
      const { limit = 10 } = query
      const platformProductId = requireOneSubject(query)
      if (platformProductId === undefined) {
        const { stars, reviews } = await store.findShopPage(tx, Math.min(limit, mostShopReviews), services.media)
        const [origin] = storefront.origins
        const shop = { name: storefront.storeName, origin, stars }
        return written(writeJsonLd(buildShopJsonLd(shop, reviews)), 'application/ld+json; charset=utf-8')
      }
      const { product, page } = await store.findProductPage(
        tx,
        { platformProductId, limit, isAveraged: true },
        services.media,
      )
      return written(writeJsonLd(buildJsonLd(product, page.data)), 'application/ld+json; charset=utf-8')
    },
  }),
  operation({
    id: 'storefront.get_html',
    http: 'GET /storefront/html',
    tenancy: 'storefront',
    doc: {
      summary: 'Get reviews as HTML',
      description: `Returns a section without script and style, for the shop's server to embed in its page. ${unknown}`,
    },
    input: { query: htmlQuery },
    output: { produces: ['text/html'] },
    storefront: { shared: true },
    async run({ tx, query, services, storefront, storeEnvId, now }) {
      const sharing = toSharing(services.config)
      // Here `locale` is the language of the texts, not a filter.
      const { view, platformProductId, locale: _, path: __, ...asked } = query
      requireProductOfPool(query)
      requireSubjectOfList(query)
      // A badge shows no reviews, but the limit of a page is at least 1.
      const request = {
        ...{ limit: 10, sharing, ...asked },
        ...(view === 'badge' && { limit: 1 }),
        ...(view === 'photos' && { hasPhotos: true }),
      }
      const found =
        platformProductId === undefined
          ? await store.findStorePage(tx, request, services.media)
          : await store.findProductPage(tx, { ...request, platformProductId }, services.media)
      const isList = view === undefined || view === 'list'
      const averages = platformProductId !== undefined && isList ? await summarizeAttributes(tx, platformProductId) : []
      const pooled =
        isPooled(query) && platformProductId !== undefined
          ? await readPool(tx, platformProductId, query.pool, sharing)
          : undefined
      const shop = { timezone: storefront.timezone, origin: services.origin, storeEnvId }
      const html = writeHtml(query, { ...found, pooled }, averages, shop)
      const type = 'text/html; charset=utf-8'
      return hasShared(query.pool) ? uncachedText(html, type, now) : written(html, type)
    },
  }),
]
