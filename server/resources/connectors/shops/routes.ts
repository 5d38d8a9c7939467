import { operation } from '#platform/calls/operation.ts'
import { pageOfAll } from '#platform/calls/paging/page.ts'
import { byId } from '#platform/values/wire.ts'
import { changeShop, connectShop, disconnectShop, removeHooks, repairShop } from './commands.ts'
import { confirmSync, listRetirements, readSync, syncNow } from './reading/commands.ts'
import * as syncs from './reading/store.ts'
import { listShops, readShopRow } from './row.ts'
import {
  bySync,
  CreatedShop,
  NewShop,
  Preview,
  PreviewBody,
  RetirementPage,
  Shop,
  ShopChanges,
  ShopPage,
  ShopRepair,
  Sync,
  SyncPage,
  SyncQuery,
  TestResult,
} from './schema.ts'
import { previewIdentifiers, testNewShop, testShop } from './trials.ts'

const admin = { tenancy: 'store', role: 'ADMIN' } as const

export default [
  operation({
    id: 'connectors.list_shops',
    http: 'GET /connectors/shops',
    tenancy: 'store',
    summary: 'List the connected shop: a store has one at most.',
    query: SyncQuery,
    returns: ShopPage,
    tool: 'list_shops',
    run: async ({ tx, query, services }) =>
      pageOfAll(
        await listShops(tx, services),
        query,
        ({ createdAt, id }) => ({ at: createdAt, id }),
        (shop) => shop,
      ),
  }),
  operation({
    id: 'connectors.connect_shop',
    http: 'POST /connectors/shops',
    ...admin,
    manual: true,
    secret: true,
    summary: 'Connect the shop that the catalogue and the orders come from.',
    description:
      'The shop is asked first; when it refuses, nothing is kept. Then its first reading is queued. Without credentials, a Shopify shop is connected by consent: send the merchant to `installUrl`.',
    body: NewShop,
    returns: CreatedShop,
    status: 201,
    location: '/connectors/shops/{id}',
    errors: [
      'credentials_refused',
      'shop_unreachable',
      'shop_already_connected',
      'shop_connected_elsewhere',
      'platform_not_configured',
    ],
    run: ({ db, caller, storeEnvId, body, services, audit }) =>
      connectShop({ db, services, audit }, { storeEnvId, organizationId: caller.organizationId }, body),
  }),
  operation({
    id: 'connectors.test_new_shop',
    http: 'POST /connectors/shops/test',
    ...admin,
    manual: true,
    summary: 'Ask a shop whether it could be connected. Nothing is kept.',
    body: NewShop,
    returns: TestResult,
    status: 200,
    errors: ['platform_not_configured'],
    run: ({ body, services }) => testNewShop(services, body),
  }),
  operation({
    id: 'connectors.get_shop',
    http: 'GET /connectors/shops/:id',
    tenancy: 'store',
    summary: 'Read the connection to a shop, with its last reading.',
    params: byId,
    returns: Shop,
    run: ({ tx, params, services }) => readShopRow(tx, services, params.id),
  }),
  operation({
    id: 'connectors.update_shop',
    http: 'PATCH /connectors/shops/:id',
    ...admin,
    manual: true,
    summary: 'Rename or pause the connection, replace its credentials, or say where identifiers are found.',
    description: 'New credentials replace the old ones whole, and are tried first. Other identifiers queue a reading.',
    params: byId,
    body: ShopChanges,
    returns: Shop,
    errors: ['credentials_refused', 'shop_unreachable', 'shop_connected_elsewhere'],
    run: ({ db, caller, storeEnvId, params, body, services, audit }) =>
      changeShop({ db, services, audit }, { storeEnvId, organizationId: caller.organizationId }, params.id, body),
  }),
  operation({
    id: 'connectors.disconnect_shop',
    http: 'DELETE /connectors/shops/:id',
    ...admin,
    manual: true,
    summary: 'Disconnect the shop. What it brought stays.',
    description:
      'Its webhooks are removed at the platform, its credentials erased, and readings stopped. Connected again, its products and orders are found by their platform ids.',
    params: byId,
    async run({ db, caller, storeEnvId, params, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      await db.store(scope, 'read', (tx) => readShopRow(tx, services, params.id))
      await removeHooks({ db, services }, scope, params.id)
      await db.store(scope, 'write', (tx) => disconnectShop(tx, audit, params.id))
      return undefined
    },
  }),
  operation({
    id: 'connectors.test_shop',
    http: 'POST /connectors/shops/:id/test',
    ...admin,
    manual: true,
    summary: 'Ask the connected shop whether all is well.',
    params: byId,
    returns: TestResult,
    status: 200,
    run: ({ db, caller, storeEnvId, params, services }) =>
      testShop({ db, services }, { storeEnvId, organizationId: caller.organizationId }, params.id),
  }),
  operation({
    id: 'connectors.repair_shop',
    http: 'POST /connectors/shops/:id/repair',
    ...admin,
    manual: true,
    summary: 'Put a connection right: credentials, webhooks, catalogue and missed orders.',
    params: byId,
    body: ShopRepair,
    bodyOptional: true,
    returns: Shop,
    status: 200,
    errors: ['credentials_refused', 'shop_unreachable', 'shop_connected_elsewhere'],
    run: ({ db, caller, storeEnvId, params, body, services, audit }) =>
      repairShop(
        { db, services, audit },
        { storeEnvId, organizationId: caller.organizationId },
        params.id,
        body?.credentials,
      ),
  }),
  operation({
    id: 'connectors.preview_identifiers',
    http: 'POST /connectors/shops/:id/identifier-preview',
    ...admin,
    manual: true,
    summary: 'See what identifiers ten real products of the shop would have.',
    params: byId,
    body: PreviewBody,
    bodyOptional: true,
    returns: Preview,
    status: 200,
    errors: ['credentials_refused', 'shop_unreachable', 'needs_reauth', 'sync_not_supported'],
    run: ({ db, caller, storeEnvId, params, body, services }) =>
      previewIdentifiers(
        { db, services },
        { storeEnvId, organizationId: caller.organizationId },
        params.id,
        body?.identifiers,
      ),
  }),
  operation({
    id: 'connectors.list_syncs',
    http: 'GET /connectors/shops/:id/syncs',
    tenancy: 'store',
    summary: 'List the readings of the shop, newest first.',
    params: byId,
    query: SyncQuery,
    returns: SyncPage,
    async run({ tx, params, query, services }) {
      await readShopRow(tx, services, params.id)
      return syncs.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'connectors.get_sync',
    http: 'GET /connectors/shops/:id/syncs/:syncId',
    tenancy: 'store',
    summary: 'Read how far a reading is, and what it came to.',
    params: bySync,
    returns: Sync,
    async run({ tx, params, services }) {
      await readShopRow(tx, services, params.id)
      return readSync(tx, params.id, params.syncId)
    },
  }),
  operation({
    id: 'connectors.list_retirements',
    http: 'GET /connectors/shops/:id/syncs/:syncId/retirements',
    tenancy: 'store',
    summary: 'List what a reading did not find: what it retired, or what it would once confirmed.',
    params: bySync,
    query: SyncQuery,
    returns: RetirementPage,
    async run({ tx, params, query, services }) {
      await readShopRow(tx, services, params.id)
      return listRetirements(tx, params.id, params.syncId, query)
    },
  }),
  operation({
    id: 'connectors.confirm_sync',
    http: 'POST /connectors/shops/:id/syncs/:syncId/confirm',
    ...admin,
    summary: 'Have a held reading retire what the shop no longer has. The shop is asked once more.',
    params: bySync,
    returns: Sync,
    status: 202,
    location: '/connectors/shops/:id/syncs/:syncId',
    errors: ['sync_not_held', 'needs_reauth'],
    run: ({ tx, params, audit }) => confirmSync(tx, audit, params.id, params.syncId),
  }),
  operation({
    id: 'products.sync',
    http: 'POST /products/sync',
    ...admin,
    summary: 'Read the catalogue of the connected shop now.',
    description: 'Answers the reading that is queued or under way where there is one, and wakes it when it waits.',
    returns: Sync,
    status: 202,
    location: '/connectors/shops/{connectionId}/syncs/{id}',
    errors: ['shop_not_connected', 'sync_not_supported', 'connection_paused', 'needs_reauth'],
    run: ({ tx }) => syncNow(tx),
  }),
]
