import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { deleteOrder, deleteOrders, upsertOrders } from './commands.ts'
import { resolveLineItems } from './line-item-commands.ts'
import { list } from './listing/store.ts'
import { requireSameStore } from './rules.ts'
import { ByPlatformId, Order, OrderFilters, OrderPage, StoreConfirmation, UpsertBody, UpsertResult } from './schema.ts'
import * as store from './store.ts'

/** A longer push would delay the calls that share its transaction. */
const maxSharedOrders = 10

export default [
  operation({
    id: 'orders.upsert',
    http: 'PUT /orders',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Push orders',
      description:
        'Up to 250 orders. A row replaces the stored order with its `platformOrderId`: omitted or null fields are cleared. Our own data, such as the review request and form views, stays. Line items match products by id in the shop, then SKU; others are matched later. An equal row counts as `unchanged`.\n\nEach row plans a review request, due `delayDays` after the trigger, and moves it when dates change. A cancelled or too old order, or one without address or line items, is `skipped` with the reason; a later row can schedule it again. Sent and failed requests stay, even if orders are cleared and pushed again.\n\nOne invalid row refuses the whole request. Valid rows are processed one by one, with status 200. Failed ones are in `errors`: `duplicate_in_request` (the first row counts) or `storage_error`.',
    },
    input: {
      body: withExample(UpsertBody, [
        {
          platformOrderId: '1001',
          placedAt: '2026-11-02T09:30:00Z',
          email: 'jane.doe@customer.example',
          customerName: 'Jane Doe',
          currency: 'EUR',
          total: '24.00',
          lineItems: [{ platformProductId: 'mug-01', quantity: 1 }],
        },
      ]),
      sharedBy: ({ body }) =>
        body.length <= maxSharedOrders ? body.map(({ platformOrderId }) => platformOrderId) : undefined,
    },
    output: { body: UpsertResult },
    transaction: 'shared',
    run: ({ tx, body }) => upsertOrders(tx, body),
  }),
  operation({
    id: 'orders.list',
    http: 'GET /orders',
    tenancy: 'store',
    doc: {
      summary: 'List orders',
      description:
        'Sorting by `scheduledFor` lists only orders with a scheduled request, the next due first. Sorting by `sentAt` lists only orders with a sent request, the last sent first. A cursor is valid only for its own sort order.',
    },
    tool: 'list_orders',
    input: { query: OrderFilters },
    output: { body: OrderPage },
    transaction: 'single-query',
    run: ({ tx, query }) => list(tx, query),
  }),
  operation({
    id: 'orders.get_by_platform_id',
    http: 'GET /orders/by-platform-id/:platformOrderId',
    tenancy: 'store',
    doc: { summary: 'Get an order by its id in the shop', description: 'Percent-encode the id.' },
    input: { params: ByPlatformId },
    output: { body: Order },
    transaction: 'single-query',
    run: async ({ tx, params }) =>
      orNotFound(await store.findByPlatformId(tx, params.platformOrderId), 'order', params.platformOrderId),
  }),
  operation({
    id: 'orders.delete_by_platform_id',
    http: 'DELETE /orders/by-platform-id/:platformOrderId',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Delete an order by its id in the shop',
      description:
        'Percent-encode the id. Reviews stay, without the order. The review request is deleted and not sent. If the order is pushed again, the buyer is not asked again.',
    },
    input: { params: ByPlatformId },
    async run({ tx, params, audit }) {
      const id = orNotFound(await deleteOrder(tx, params.platformOrderId), 'order', params.platformOrderId)
      await audit(tx, 'order.deleted', { type: 'order', id })
      return undefined
    },
  }),
  operation({
    id: 'orders.get',
    http: 'GET /orders/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get an order',
      description: 'Returns one order with its items and the state of its review request.',
    },
    tool: 'get_order',
    input: { params: byId },
    output: { body: Order },
    transaction: 'single-query',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'order', params.id),
  }),
  operation({
    id: 'orders.clear',
    http: 'POST /orders/clear',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: { summary: 'Delete all orders', description: 'Reviews stay, without the order.' },
    input: { body: withExample(StoreConfirmation, {}), optional: true },
    output: {
      body: Type.Object({ cleared: Type.Integer({ description: 'Number of orders deleted.' }) }),
      errors: ['store_env_mismatch'],
    },
    transaction: 'manual',
    async run({ db, caller, body, storeEnvId, audit }) {
      requireSameStore(body.storeEnvId, storeEnvId)
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const cleared = await deleteOrders(db, scope)
      await db.store(scope, 'write', (tx) =>
        audit(tx, 'orders.cleared', { type: 'store', id: storeEnvId }, { cleared }),
      )
      return { cleared }
    },
  }),
  operation({
    id: 'orders.resolve_line_items',
    http: 'POST /orders/resolve-line-items',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: { summary: 'Match line items to products', description: 'Tries all line items without a product again.' },
    input: { body: withExample(StoreConfirmation, {}), optional: true },
    output: {
      body: Type.Object({
        resolved: Type.Integer({ description: 'Number of line items matched to a product.' }),
        unresolved: Type.Integer({ description: 'Number of line items still without a product.' }),
      }),
      errors: ['store_env_mismatch'],
    },
    run({ tx, body, storeEnvId }) {
      requireSameStore(body.storeEnvId, storeEnvId)
      return resolveLineItems(tx)
    },
  }),
]
