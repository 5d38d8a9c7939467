import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { readOrder } from '#resources/orders/commands.ts'
import { Order } from '#resources/orders/schema.ts'
import asking from './asking/routes.ts'
import { cancelRequest, sendRequest } from './commands.ts'
import { computeFunnel } from './rules.ts'
import { Funnel, FunnelQuery } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export default [
  ...asking,
  operation({
    id: 'orders.review_request_funnel',
    http: 'GET /orders/review-request-funnel',
    tenancy: 'store',
    doc: {
      summary: 'Get the review request funnel',
      description:
        'Covers the last 30 or 90 days. A request is one person asked once about one order. `openedAndLeft` counts people who opened the form and wrote no review. `clicked` counts stars clicked in emails.',
    },
    tool: 'get_review_request_funnel',
    input: { query: FunnelQuery },
    output: { body: Funnel },
    transaction: 'single-query',
    async run({ tx, query, now }) {
      const days = query.days ?? 30
      const from = new Date(now.getTime() - days * dayMs)
      return computeFunnel({ days, from, to: now }, await store.countByProvider(tx, from, now))
    },
  }),
  operation({
    id: 'orders.cancel_review_request',
    http: 'POST /orders/:id/review-request/cancel',
    tenancy: 'store',
    doc: {
      summary: 'Cancel a review request',
      description:
        'The request is skipped with the reason `cancelled_by_merchant`, and later pushes do not change that. Returns 409 if the request was already sent or has failed.',
    },
    tool: 'cancel_review_request',
    input: { params: byId },
    output: { body: Order, errors: ['request_settled'] },
    async run({ tx, params, audit }) {
      await cancelRequest(tx, params.id)
      await audit(tx, 'review_request.cancelled', { type: 'order', id: params.id })
      return orNotFound(await readOrder(tx, params.id), 'order', params.id)
    },
  }),
  operation({
    id: 'orders.send_review_request',
    http: 'POST /orders/:id/review-request/send',
    tenancy: 'store',
    doc: {
      summary: 'Send a review request now',
      description:
        'Ignores the delay, quiet hours and frequency cap, but no other condition: a blocked request returns as `skipped` with the reason. Skipped and failed requests can be sent. Returns 409 if the request was sent, is being sent, or may have been sent (reason `outcome_unknown`).',
    },
    tool: 'send_review_request',
    input: { params: byId },
    output: { body: Order, errors: ['already_asked', 'request_in_progress', 'connection_missing'] },
    async run({ tx, params, services, audit }) {
      await sendRequest(tx, services, params.id)
      const order = orNotFound(await readOrder(tx, params.id), 'order', params.id)
      const { state, reason } = order.reviewRequest ?? { state: 'skipped', reason: null }
      const target = { type: 'order', id: params.id }
      // The request may have been skipped for a reason found while sending.
      if (state === 'scheduled') await audit(tx, 'review_request.sent_now', target)
      else await audit(tx, 'review_request.skipped', target, { reason })
      return order
    },
  }),
]
