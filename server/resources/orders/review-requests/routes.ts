import { operation } from '#platform/operation.ts'
import { funnelOf } from './rules.ts'
import { Funnel, FunnelQuery } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export default [
  operation({
    id: 'orders.review_request_funnel',
    http: 'GET /orders/review-request-funnel',
    tenancy: 'store',
    summary: 'What became of the review requests sent in the last 30 or 90 days, whoever sent them.',
    description:
      'A sent request is one person asked once about one order. `openedAndLeft` opened the form and wrote no review.',
    query: FunnelQuery,
    returns: Funnel,
    oneQuery: true,
    tool: 'read',
    async run({ tx, query, now }) {
      const days = query.days ?? 30
      const from = new Date(now.getTime() - days * dayMs)
      return funnelOf({ days, from, to: now }, await store.countByProvider(tx, from, now))
    },
  }),
]
