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
    summary: 'List published FAQs',
    description:
      "In the store's order: first those of the product, then of its categories, then general ones. Without a known product, only general ones.",
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
    summary: 'Get FAQs as JSON-LD',
    description:
      'A schema.org `FAQPage` with the FAQs that `GET /storefront/faqs` returns for the same query, or `{}` without any. It is safe to embed in a script element. Google no longer reads it; other search engines and assistants do.',
    query: ShownFaqFilters,
    produces: ['application/ld+json'],
    async run({ tx, query, storeEnvId, services: { media } }) {
      const { data } = await listShown(tx, query, (row) => toShown(row, { storeEnvId, media }))
      return written(writeJsonLd(jsonLdOf(data)), 'application/ld+json; charset=utf-8')
    },
  }),
]
