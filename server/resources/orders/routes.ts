import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { clearOrders, removeOrder, upsertOrders } from './commands.ts'
import { resolveLineItems } from './line-items/commands.ts'
import { list } from './listing/store.ts'
import reviewRequests from './review-requests/routes.ts'
import { requireSameStore } from './rules.ts'
import { ByPlatformId, Order, OrderFilters, OrderPage, StoreConfirmation, UpsertBody, UpsertResult } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'orders.upsert',
    http: 'PUT /orders',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Push whole orders, at most 250 at a time.',
    description: `A row replaces what is stored under its \`platformOrderId\`; it never merges: a field that is left out or null is cleared. What the service itself recorded (the review request, views of the form) survives. Line items link to products by platform id, then by SKU; what does not link yet is kept and linked later. Sending the same again writes nothing and counts as \`unchanged\`.

Every row plans the order's review request: it is due \`delayDays\` after the trigger of the e-mail settings, and moves when the row brings other dates. An order that is cancelled, has no address or no line items, or is too old is \`skipped\` at once, with the reason; a later row that cures it has it scheduled. What was sent or failed stays as it is, even where orders were cleared and are pushed again.

One row that does not fit refuses the whole request, and nothing is written. Rows that fit are processed one by one; those that fail are in \`errors\`, and the status stays 200: \`duplicate_in_request\` (the same id twice; the first row counts) and \`storage_error\`.`,
    body: UpsertBody,
    returns: UpsertResult,
    readsFirst: true,
    run: ({ tx, body }) => upsertOrders(tx, body),
  }),
  operation({
    id: 'orders.list',
    http: 'GET /orders',
    tenancy: 'store',
    summary: 'List orders, newest first.',
    description:
      'Sorted by the time of the request, the list holds the orders that have one: `sort=scheduledFor` is what is due next, `sort=sentAt` what was sent last. A cursor goes on in the list it is from.',
    query: OrderFilters,
    returns: OrderPage,
    oneQuery: true,
    tool: 'list_orders',
    run: ({ tx, query }) => list(tx, query),
  }),
  ...reviewRequests,
  operation({
    id: 'orders.get_by_platform_id',
    http: 'GET /orders/by-platform-id/:platformOrderId',
    tenancy: 'store',
    summary: 'Get an order by the identifier it was pushed under.',
    description: 'Percent-encode the identifier.',
    params: ByPlatformId,
    returns: Order,
    oneQuery: true,
    run: async ({ tx, params }) =>
      orNotFound(await store.findByPlatformId(tx, params.platformOrderId), 'order', params.platformOrderId),
  }),
  operation({
    id: 'orders.delete_by_platform_id',
    http: 'DELETE /orders/by-platform-id/:platformOrderId',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Remove an order; its reviews stay, unlinked.',
    description:
      'Percent-encode the identifier. Its review request goes with it, and is not sent any more; the buyer is not asked again should the order be pushed once more.',
    params: ByPlatformId,
    async run({ tx, params, audit }) {
      const id = orNotFound(await removeOrder(tx, params.platformOrderId), 'order', params.platformOrderId)
      await audit(tx, 'order.deleted', { type: 'order', id })
      return undefined
    },
  }),
  operation({
    id: 'orders.get',
    http: 'GET /orders/:id',
    tenancy: 'store',
    summary: 'Get an order with its line items and what became of its review request.',
    params: byId,
    returns: Order,
    oneQuery: true,
    tool: 'get_order',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'order', params.id),
  }),
  operation({
    id: 'orders.clear',
    http: 'POST /orders/clear',
    tenancy: 'store',
    role: 'ADMIN',
    summary: "Remove all of the store's orders; its reviews stay, unlinked.",
    body: StoreConfirmation,
    bodyOptional: true,
    returns: Type.Object({ cleared: Type.Integer() }),
    errors: ['store_env_mismatch'],
    manual: true,
    async run({ db, caller, body, storeEnvId, audit }) {
      requireSameStore(body.storeEnvId, storeEnvId)
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const cleared = await clearOrders(db, scope)
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
    role: 'ADMIN',
    summary: 'Try again to link line items that have no product yet.',
    body: StoreConfirmation,
    bodyOptional: true,
    returns: Type.Object({ resolved: Type.Integer(), unresolved: Type.Integer() }),
    errors: ['store_env_mismatch'],
    run({ tx, body, storeEnvId }) {
      requireSameStore(body.storeEnvId, storeEnvId)
      return resolveLineItems(tx)
    },
  }),
]
