import { operation, written } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { writeJsonLd } from '#platform/values/json-ld.ts'
import { jsonLdOf, toShown } from './rules.ts'
import { ShownFaq, ShownFaqFilters } from './schema.ts'
import { listShown } from './store.ts'

export default [
  operation({
    id: 'storefront.list_faqs',
    http: 'GET /storefront/faqs',
    tenancy: 'storefront',
    widget: 'faq',
    shared: true,
    summary: 'List the published FAQs of a product, or of the store.',
    description:
      "In the store's order: what is said of the product, of its categories, and of everything. Without a product, and for one that is not known, what is said of everything.",
    query: ShownFaqFilters,
    returns: page(ShownFaq),
    run: ({ tx, query, storeEnvId, services: { media } }) =>
      listShown(tx, query, (row) => toShown(row, { storeEnvId, media })),
  }),
  operation({
    id: 'storefront.get_faq_json_ld',
    http: 'GET /storefront/faqs/json-ld',
    tenancy: 'storefront',
    shared: true,
    summary: 'Get FAQs as schema.org JSON-LD for the head of the page that shows them.',
    description:
      'One `FAQPage` of exactly those that `GET /storefront/faqs` lists for the same query; `{}` where there are none. Safe to stand in a script element as it is. Google reads it no longer; other engines and assistants do.',
    query: ShownFaqFilters,
    produces: ['application/ld+json'],
    async run({ tx, query, storeEnvId, services: { media } }) {
      const { data } = await listShown(tx, query, (row) => toShown(row, { storeEnvId, media }))
      return written(writeJsonLd(jsonLdOf(data)), 'application/ld+json; charset=utf-8')
    },
  }),
]
