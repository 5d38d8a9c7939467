import { Type } from 'typebox'
import type { EventKind } from '#platform/areas/events.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, described, Id } from '#platform/values/wire.ts'
import * as endpoints from '../store.ts'
import { readDelivery, retryDelivery } from './commands.ts'
import { readHealth } from './health.ts'
import { Delivery, DeliveryDetail, DeliveryHealth, deliveryFilters } from './schema.ts'
import * as store from './store.ts'

const ofWebhook = Type.Object({
  id: described(Id, 'Id of the webhook.'),
  deliveryId: described(Id, 'Id of the delivery.', 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'),
})

export const deliveryOperations = (kinds: readonly EventKind[]) => [
  operation({
    id: 'outbound_webhooks.list_deliveries',
    http: 'GET /outbound-webhooks/:id/deliveries',
    tenancy: 'store',
    doc: {
      summary: 'List deliveries of a webhook',
      description: 'Newest first, with their attempts. Deliveries are stored for 30 days.',
    },
    input: { params: byId, query: pageQuery(deliveryFilters(kinds.map(({ name }) => name))) },
    output: { body: page(Delivery) },
    async run({ tx, params, query }) {
      if (!(await endpoints.find(tx, params.id))) throw notFound('webhook', params.id)
      return store.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'outbound_webhooks.get_delivery',
    http: 'GET /outbound-webhooks/:id/deliveries/:deliveryId',
    tenancy: 'store',
    doc: { summary: 'Get a delivery', description: 'Signed-in people also get the body.' },
    input: { params: ofWebhook },
    output: { body: DeliveryDetail },
    transaction: 'single-query',
    run: ({ tx, params, caller }) => readDelivery(tx, params.id, params.deliveryId, caller.seesAddresses),
  }),
  operation({
    id: 'outbound_webhooks.get_health',
    http: 'GET /outbound-webhooks/:id/health',
    tenancy: 'store',
    doc: {
      summary: 'Get the delivery health of a webhook',
      description: 'Returns the number of delivered, failed and pending deliveries for each of the last seven days.',
    },
    input: { params: byId },
    output: { body: DeliveryHealth },
    run: ({ tx, params }) => readHealth(tx, params.id),
  }),
  operation({
    id: 'outbound_webhooks.retry_delivery',
    http: 'POST /outbound-webhooks/:id/deliveries/:deliveryId/retry',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'outbound_webhooks' },
    doc: {
      summary: 'Retry a delivery',
      description:
        'Sends the same `event_id` and body, even after a success. A failure restarts the retry schedule. Needs the read scopes of all events of the webhook.',
    },
    input: { params: ofWebhook },
    output: {
      body: Delivery,
      status: 202,
      location: '/outbound-webhooks/:id/deliveries/:deliveryId',
      errors: ['webhook_disabled'],
    },
    run: ({ tx, params, caller }) => retryDelivery(tx, params.id, params.deliveryId, { caller, kinds }),
  }),
]
