import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { toReportHead } from '../rules.ts'
import { listProducts } from './commands.ts'
import { noProduct } from './rules.ts'
import { ProductReport, productQuery } from './schema.ts'

export default [
  operation({
    id: 'analytics.products',
    http: 'GET /analytics/products',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on products',
      description:
        'One row for each product with reviews submitted in the period. CSV is not paged and contains at most 10,000 products.',
    },
    input: { query: productQuery },
    output: { body: ProductReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      const { interval: _, ...head } = toReportHead(span)
      const { total, page } = await listProducts(tx, span, query)
      return answerReport(query, 'products', { ...head, total, ...page }, noProduct)
    },
  }),
]
