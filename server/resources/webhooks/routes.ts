import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readWebhook, reprocess } from './commands.ts'
import { receive } from './receiving/receive.ts'
import type { Receiver } from './receiving/receiver.ts'
import { InboundWebhook, Receipt, WebhookDetail, WebhookFilters, WebhookPage } from './schema.ts'
import * as store from './store.ts'

/** WooCommerce greets an address once with a form. */
const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const

const entrance = {
  tenancy: 'public',
  // Shops send bursts from few addresses, and the signature protects this operation.
  unlimited: true,
  chargesRefusals: true,
  accepts: types,
  returns: Receipt,
  errors: ['unauthenticated', 'not_found'],
  manual: true,
} as const

export const webhookOperations = (receiver: Receiver) => [
  operation({
    id: 'webhooks.receive',
    http: 'POST /webhooks/:platform/:connectionId',
    ...entrance,
    summary: 'Take in a webhook of a connected shop.',
    description:
      'For the shop, which is told this address when it is connected. The signature is held against the body as it came; a signed time may be five minutes old. What came is stored before it is answered, and processed after; the same delivery with the same bytes counts once.',
    params: Type.Object({
      platform: Type.String({ maxLength: 40 }),
      connectionId: Type.String({
        maxLength: 100,
        description: 'The connection, as `POST /connectors/shops` named it.',
      }),
    }),
    run: ({ db, services, request, params }) =>
      receive(receiver, { db, services }, request, params.platform, { connectionId: params.connectionId }),
  }),
  operation({
    id: 'webhooks.receive_shopify',
    http: 'POST /webhooks/shopify',
    ...entrance,
    summary: "Take in a webhook of the operator's Shopify app.",
    description:
      'For the topics that Shopify sends for an app and not for one shop: `customers/data_request`, `customers/redact`, `shop/redact`, `app/uninstalled`. The shop is the one that `X-Shopify-Shop-Domain` names.',
    run: ({ db, services, request }) =>
      receive(receiver, { db, services }, request, 'shopify', {
        address: request.upload?.header?.('x-shopify-shop-domain')?.toLowerCase() ?? '',
      }),
  }),
  operation({
    id: 'webhooks.list_events',
    http: 'GET /webhooks/admin/events',
    tenancy: 'store',
    hidesStores: true,
    summary: 'List what the connected shop has sent, newest first.',
    description: 'Kept for 90 days; what it said, for 30.',
    query: WebhookFilters,
    returns: WebhookPage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'webhooks.get_event',
    http: 'GET /webhooks/admin/events/:id',
    tenancy: 'store',
    hidesStores: true,
    summary: 'Read one webhook that came in.',
    params: byId,
    returns: WebhookDetail,
    oneQuery: true,
    run: ({ tx, params, caller }) => readWebhook(tx, params.id, caller.seesAddresses),
  }),
  operation({
    id: 'webhooks.reprocess_event',
    http: 'POST /webhooks/admin/events/:id/reprocess',
    tenancy: 'store',
    hidesStores: true,
    role: 'ADMIN',
    worksWhileLapsed: true,
    summary: 'Process a webhook that came in once more.',
    description: 'Whatever became of it. Its attempts begin anew.',
    params: byId,
    returns: InboundWebhook,
    status: 202,
    location: '/webhooks/admin/events/:id',
    errors: ['payload_gone'],
    run: ({ tx, params }) => reprocess(tx, params.id),
  }),
]
