import { Type } from 'typebox'
import { operation, written } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { writeJsonLd } from '#platform/values/json-ld.ts'
import { summarizeAttributes } from '#resources/reviews/attributes/commands.ts'
import { writeHtml } from './documents/html.ts'
import { buildJsonLd } from './documents/json-ld.ts'
import { toSummaries, toSummary } from './rules.ts'
import {
  AttributeSummaries,
  attributesQuery,
  htmlQuery,
  jsonLdQuery,
  reviewsQuery,
  ShownReview,
  StoreSummary,
  Summary,
  summaryQuery,
} from './schema.ts'
import { search } from './searching/store.ts'
import * as store from './store.ts'

const unknown =
  'A product that the store has not pushed has no reviews; that is no error, since pages are often first. An id that no product has is compared without leading zeros, spaces and the frames of spreadsheets.'

export default [
  operation({
    id: 'storefront.list_reviews',
    http: 'GET /storefront/reviews',
    tenancy: 'storefront',
    widget: 'reviews',
    shared: true,
    summary: 'List the approved reviews of a product, or of the whole store.',
    description: unknown,
    query: reviewsQuery,
    returns: page(ShownReview),
    run: ({ tx, query: { q, ...query }, services: { media } }) =>
      q === undefined ? store.list(tx, query, media) : search(tx, { ...query, q }, media),
  }),
  operation({
    id: 'storefront.summarize',
    http: 'GET /storefront/summary',
    tenancy: 'storefront',
    widget: 'stars',
    shared: true,
    summary: 'Count the approved reviews of up to 100 products by stars.',
    description: `In the order asked for, each product once. ${unknown}`,
    query: summaryQuery,
    returns: Type.Object({ data: Type.Array(Summary) }),
    run: async ({ tx, query }) => {
      const platformProductIds = [...new Set(query.platformProductIds)]
      return { data: toSummaries(platformProductIds, await store.countStars(tx, platformProductIds)) }
    },
  }),
  operation({
    id: 'storefront.summarize_store',
    http: 'GET /storefront/store-summary',
    tenancy: 'storefront',
    shared: true,
    summary: 'Count all approved reviews of the store by stars.',
    returns: StoreSummary,
    async run({ tx }) {
      const { count, average, byStar } = toSummary('', await store.countStarsOfStore(tx))
      return { count, average, byStar }
    },
  }),
  operation({
    id: 'storefront.summarize_attributes',
    http: 'GET /storefront/review-attributes',
    tenancy: 'storefront',
    shared: true,
    severalQueries: true,
    summary: 'What approved reviews of a product say about what the store asks beside the stars.',
    description: `In the order of the form, with those that nobody has answered yet. ${unknown}`,
    query: attributesQuery,
    returns: AttributeSummaries,
    run: async ({ tx, query }) => ({ attributes: await summarizeAttributes(tx, query.platformProductId) }),
  }),
  operation({
    id: 'storefront.get_json_ld',
    http: 'GET /storefront/json-ld',
    tenancy: 'storefront',
    shared: true,
    summary: "Get a product's reviews as schema.org JSON-LD for the head of its page.",
    description:
      'The newest reviews, as many as the page shows. `{}` while there are no reviews or the product has no title: half a product is a fault to search engines. Safe to stand in a script element as it is.',
    query: jsonLdQuery,
    produces: ['application/ld+json'],
    async run({ tx, query, services }) {
      const { platformProductId, limit = 10 } = query
      const { product, page } = await store.findProductPage(tx, { platformProductId, limit }, services.media)
      return written(writeJsonLd(buildJsonLd(product, page.data)), 'application/ld+json; charset=utf-8')
    },
  }),
  operation({
    id: 'storefront.get_html',
    http: 'GET /storefront/html',
    tenancy: 'storefront',
    shared: true,
    severalQueries: true,
    summary: 'Get reviews, what they come to, or their photos as HTML, for pages that work without JavaScript.',
    description: `A section with neither script nor style, for the shop's own server to put into its page. ${unknown}`,
    query: htmlQuery,
    produces: ['text/html'],
    async run({ tx, query, services, storefront, storeEnvId }) {
      const { view, platformProductId, ...asked } = query
      // A badge needs no review; one is the minimum of a page.
      const request = {
        ...{ limit: 10, ...asked },
        ...(view === 'badge' && { limit: 1 }),
        ...(view === 'photos' && { hasPhotos: true }),
      }
      const found =
        platformProductId === undefined
          ? await store.findStorePage(tx, request, services.media)
          : await store.findProductPage(tx, { ...request, platformProductId }, services.media)
      const isList = view === undefined || view === 'list'
      const averages = platformProductId !== undefined && isList ? await summarizeAttributes(tx, platformProductId) : []
      return written(
        writeHtml(query, found, averages, { timezone: storefront.timezone, origin: services.origin, storeEnvId }),
        'text/html; charset=utf-8',
      )
    },
  }),
]
