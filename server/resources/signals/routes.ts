import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeSignal } from './commands.ts'
import { Signal, SignalChange, signalFilters } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'reviews.list_signals',
    http: 'GET /reviews/signals',
    tenancy: 'store',
    access: { role: 'MEMBER' },
    doc: {
      summary: 'List signals, newest first',
      description:
        'Facts for people who decide on reviews. A signal changes no status, order, count or email, and shoppers never see it. It exists within 30 seconds of the review.',
    },
    input: { query: pageQuery(signalFilters) },
    output: { body: page(Signal) },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'reviews.update_signal',
    http: 'PATCH /reviews/signals/:id',
    tenancy: 'store',
    access: { role: 'MEMBER' },
    doc: {
      summary: 'Decide on a signal',
      description:
        '`dismissed` and `confirmed` are decisions about the signal alone. `open` withdraws a decision. To reject a review, use `PUT /reviews/:id`.',
    },
    input: {
      params: byId,
      body: withExample(SignalChange, { state: 'dismissed', note: 'Two colleagues who share an office.' }),
    },
    output: { body: Signal },
    run: ({ tx, audit, params, body }) => changeSignal(tx, audit, params.id, body),
  }),
]
