import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readWebhook, reprocess } from './commands.ts'
import { receive } from './receiving/receive.ts'
import type { Receiver } from './receiving/receiver.ts'
import { InboundWebhook, Receipt, WebhookDetail, WebhookFilters, WebhookPage } from './schema.ts'
import * as store from './store.ts'

/** WooCommerce sends one test request as a form when a webhook is created. */
const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const

const entrance = {
  tenancy: 'public',
  access: {
    // Only refused webhooks count against the rate limit: shops send bursts from few IP addresses, and the signature
    // protects this operation.
    charges: 'refusals',
  },
  input: { accepts: types },
  output: { body: Receipt, errors: ['unauthenticated', 'not_found'] },
} as const

const ofPlugin = ['validation_failed', 'credentials_refused', 'shop_unreachable', 'conflict'] as const

export const webhookOperations = (receiver: Receiver) => [
  operation({
    id: 'webhooks.receive',
    http: 'POST /webhooks/:platform/:connectionId',
    ...entrance,
    doc: {
      summary: 'Receive a webhook of a shop',
      description:
        'Called by the connected shop. We verify the signature over the raw body; a signed timestamp may be at most five minutes old. A webhook is stored before the response and processed later. The same delivery with the same bytes counts once. The plugin of a Medusa or Vendure shop also sends `plugin.hello` when it starts and `plugin.credentials` when staff choose **Connect**. Both take effect before the response, and neither is stored as a webhook.',
    },
    output: { ...entrance.output, errors: [...entrance.output.errors, ...ofPlugin] },
    input: {
      ...entrance.input,
      params: Type.Object({
        platform: Type.String({ maxLength: 40, description: 'Platform of the shop.', examples: ['shopify'] }),
        connectionId: Type.String({
          maxLength: 100,
          description: 'Id of the connection, as returned by `POST /connectors/shops`.',
        }),
      }),
    },
    run: ({ db, services, request, params }) =>
      receive(receiver, { db, services }, request, params.platform, { connectionId: params.connectionId }),
  }),
  operation({
    id: 'webhooks.receive_shopify',
    http: 'POST /webhooks/shopify',
    ...entrance,
    doc: {
      summary: 'Receive a webhook of the Shopify app',
      description:
        'For topics that Shopify sends to an app: `customers/data_request`, `customers/redact`, `shop/redact`, `app/uninstalled`. `X-Shopify-Shop-Domain` names the shop.',
    },
    run: ({ db, services, request }) =>
      receive(receiver, { db, services }, request, 'shopify', {
        address: request.upload?.header?.('x-shopify-shop-domain')?.toLowerCase() ?? '',
      }),
  }),
  operation({
    id: 'webhooks.list_events',
    http: 'GET /webhooks/admin/events',
    tenancy: 'store',
    access: { hidesStores: true },
    doc: {
      summary: 'List inbound webhooks',
      description: 'Newest first, stored for 90 days. Bodies are stored for 30.',
    },
    input: { query: WebhookFilters },
    output: { body: WebhookPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'webhooks.get_event',
    http: 'GET /webhooks/admin/events/:id',
    tenancy: 'store',
    access: { hidesStores: true },
    doc: {
      summary: 'Get an inbound webhook',
      description: 'Returns one webhook that the service received, with its state and body.',
    },
    input: { params: byId },
    output: { body: WebhookDetail },
    transaction: 'single-query',
    run: ({ tx, params, caller }) => readWebhook(tx, params.id, caller.seesAddresses),
  }),
  operation({
    id: 'webhooks.reprocess_event',
    http: 'POST /webhooks/admin/events/:id/reprocess',
    tenancy: 'store',
    access: { role: 'ADMIN', hidesStores: true },
    plan: { whileLapsed: true },
    doc: {
      summary: 'Process an inbound webhook again',
      description: 'Works in every state, and resets the number of attempts.',
    },
    input: { params: byId },
    output: { body: InboundWebhook, status: 202, location: '/webhooks/admin/events/:id', errors: ['payload_gone'] },
    run: ({ tx, params }) => reprocess(tx, params.id),
  }),
]
