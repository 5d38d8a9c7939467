import { written } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { writeJsonLd } from '#platform/values/json-ld.ts'
import { buildFaqPage, toShown } from './rules.ts'
import { ShownFaq, ShownFaqFilters } from './schema.ts'
import { listShown } from './store.ts'

export default [
  operation({
    id: 'storefront.list_faqs',
    http: 'GET /storefront/faqs',
    tenancy: 'storefront',
    doc: {
      summary: 'List published FAQs',
      description:
        "FAQs of the product, FAQs of its categories, and general FAQs, in the store's sort order. Without a known product, only general FAQs.",
    },
    input: { query: ShownFaqFilters },
    output: { body: page(ShownFaq) },
    transaction: 'single-query',
    storefront: { widget: 'faq', shared: true },
    run: ({ tx, query, storeEnvId, services: { media } }) =>
      listShown(tx, query, (row) => toShown(row, { storeEnvId, media })),
  }),
  operation({
    id: 'storefront.get_faq_json_ld',
    http: 'GET /storefront/faqs/json-ld',
    tenancy: 'storefront',
    doc: {
      summary: 'Get FAQs as JSON-LD',
      description:
        'A schema.org `FAQPage` with the FAQs that `GET /storefront/faqs` returns for the same query, or `{}` without any. It is safe to embed in a script element. Google no longer reads it; other search engines and assistants do.',
    },
    input: { query: ShownFaqFilters },
    output: { produces: ['application/ld+json'] },
    transaction: 'single-query',
    storefront: { shared: true },
    async run({ tx, query, storeEnvId, services: { media } }) {
      const { data } = await listShown(tx, query, (row) => toShown(row, { storeEnvId, media }))
      return written(writeJsonLd(buildFaqPage(data)), 'application/ld+json; charset=utf-8')
    },
  }),
]
