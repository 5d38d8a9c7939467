import { operation } from '#platform/calls/operation.ts'
import { pageOfAll } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { confirmSync, listRetirements, readSync, syncNow } from '../shop-reading/commands.ts'
import * as syncs from '../shop-reading/store.ts'
import { changeShop, connectShop, disconnectShop, removeHooks, repairShop } from './commands.ts'
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
    summary: 'Get the connected shop',
    description: 'A store has at most one shop.',
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
    summary: 'Connect a shop',
    description:
      'We check the shop first and store nothing if it refuses. Then its first read is queued. A Shopify shop without credentials is connected by consent: send the merchant to `installUrl`.',
    body: withExample(NewShop, { platform: 'custom', name: 'Acme' }),
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
    summary: 'Test a shop before connecting it',
    description: 'Stores nothing.',
    body: withExample(NewShop, { platform: 'custom' }),
    returns: TestResult,
    status: 200,
    errors: ['platform_not_configured'],
    run: ({ body, services }) => testNewShop(services, body),
  }),
  operation({
    id: 'connectors.get_shop',
    http: 'GET /connectors/shops/:id',
    tenancy: 'store',
    summary: 'Get a shop connection',
    params: byId,
    returns: Shop,
    run: ({ tx, params, services }) => readShopRow(tx, services, params.id),
  }),
  operation({
    id: 'connectors.update_shop',
    http: 'PATCH /connectors/shops/:id',
    ...admin,
    manual: true,
    summary: 'Update a shop connection',
    description:
      'Renames or pauses it, or replaces credentials or identifier fields. New credentials replace all old ones and are tested first. Other identifier fields queue a read.',
    params: byId,
    body: withExample(ShopChanges, { name: 'Acme' }),
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
    summary: 'Disconnect a shop',
    description:
      'Products, orders and reviews stay. Webhooks at the platform and credentials are deleted, and reads stop. A later connection finds products and orders by their ids in the shop.',
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
    summary: 'Test the shop connection',
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
    summary: 'Repair the shop connection',
    description: 'Checks credentials and webhooks, and reads the catalogue and missed orders.',
    params: byId,
    body: withExample(ShopRepair, {}),
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
    summary: 'Preview identifiers of the shop',
    description: 'Reads ten products of the shop.',
    params: byId,
    body: withExample(PreviewBody, { identifiers: { mpn: null } }),
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
    summary: 'List reads of the shop, newest first',
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
    summary: 'Get a read of the shop',
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
    summary: 'List retirements of a read',
    description: 'Lists the variants a read did not find: those it retired, or would retire once confirmed.',
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
    summary: 'Confirm a read of the shop',
    description: 'Retires the missing variants of a sync with status `held`. Asks the shop once more first.',
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
    summary: 'Read the catalogue now',
    description: 'Returns the queued or running read if there is one, and resumes it if it waits.',
    returns: Sync,
    status: 202,
    location: '/connectors/shops/{connectionId}/syncs/{id}',
    errors: ['shop_not_connected', 'sync_not_supported', 'connection_paused', 'needs_reauth'],
    run: ({ tx }) => syncNow(tx),
  }),
]
