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

const admin = { tenancy: 'store', access: { role: 'ADMIN' } } as const

export default [
  operation({
    id: 'connectors.list_shops',
    http: 'GET /connectors/shops',
    tenancy: 'store',
    doc: { summary: 'Get the connected shop', description: 'A store has at most one shop.' },
    tool: 'list_shops',
    input: { query: SyncQuery },
    output: { body: ShopPage },
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
    doc: {
      summary: 'Connect a shop',
      description:
        'We check the shop first and store nothing if it refuses. Then we queue its first sync. A Shopify shop without credentials is connected by consent: send the merchant to `installUrl`.',
    },
    input: { body: withExample(NewShop, { platform: 'custom', name: 'Acme' }) },
    output: {
      body: CreatedShop,
      status: 201,
      location: '/connectors/shops/{id}',
      secret: true,
      errors: [
        'credentials_refused',
        'shop_unreachable',
        'shop_already_connected',
        'shop_connected_elsewhere',
        'platform_not_configured',
      ],
    },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, body, services, audit }) =>
      connectShop({ db, services, audit }, { storeEnvId, organizationId: caller.organizationId }, body),
  }),
  operation({
    id: 'connectors.test_new_shop',
    http: 'POST /connectors/shops/test',
    ...admin,
    doc: { summary: 'Test a shop before connecting it', description: 'Stores nothing.' },
    input: { body: withExample(NewShop, { platform: 'custom' }) },
    output: { body: TestResult, errors: ['platform_not_configured'] },
    transaction: 'manual',
    run: ({ body, services }) => testNewShop(services, body),
  }),
  operation({
    id: 'connectors.get_shop',
    http: 'GET /connectors/shops/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a shop connection',
      description: 'Returns one connection to a shop with its state, webhooks, plugin and latest sync.',
    },
    input: { params: byId },
    output: { body: Shop },
    run: ({ tx, params, services }) => readShopRow(tx, services, params.id),
  }),
  operation({
    id: 'connectors.update_shop',
    http: 'PATCH /connectors/shops/:id',
    ...admin,
    doc: {
      summary: 'Update a shop connection',
      description:
        'Renames or pauses the connection, or replaces credentials or identifier fields. New credentials replace all old ones and are tested first. Changed identifier fields queue a sync.',
    },
    input: { params: byId, body: withExample(ShopChanges, { name: 'Acme' }) },
    output: { body: Shop, errors: ['credentials_refused', 'shop_unreachable', 'shop_connected_elsewhere'] },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, params, body, services, audit }) =>
      changeShop({ db, services, audit }, { storeEnvId, organizationId: caller.organizationId }, params.id, body),
  }),
  operation({
    id: 'connectors.disconnect_shop',
    http: 'DELETE /connectors/shops/:id',
    ...admin,
    doc: {
      summary: 'Disconnect a shop',
      description:
        'Products, orders and reviews stay. Credentials and the webhooks at the platform are deleted, and syncs stop. A later connection finds products and orders by their ids in the shop.',
    },
    input: { params: byId },
    transaction: 'manual',
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
    doc: {
      summary: 'Test the shop connection',
      description: 'Checks the connection to the shop now, and returns each check with its result.',
    },
    input: { params: byId },
    output: { body: TestResult },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, params, services }) =>
      testShop({ db, services }, { storeEnvId, organizationId: caller.organizationId }, params.id),
  }),
  operation({
    id: 'connectors.repair_shop',
    http: 'POST /connectors/shops/:id/repair',
    ...admin,
    doc: {
      summary: 'Repair the shop connection',
      description: 'Checks credentials and webhooks, and reads the catalogue and missed orders.',
    },
    input: { params: byId, body: withExample(ShopRepair, {}), optional: true },
    output: { body: Shop, errors: ['credentials_refused', 'shop_unreachable', 'shop_connected_elsewhere'] },
    transaction: 'manual',
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
    doc: { summary: 'Preview identifiers of the shop', description: 'Reads ten products of the shop.' },
    input: { params: byId, body: withExample(PreviewBody, { identifiers: { mpn: null } }), optional: true },
    output: {
      body: Preview,
      errors: ['credentials_refused', 'shop_unreachable', 'needs_reauth', 'sync_not_supported'],
    },
    transaction: 'manual',
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
    doc: {
      summary: 'List syncs of the shop, newest first',
      description: 'Returns the syncs of the shop, newest first, one page at a time.',
    },
    input: { params: byId, query: SyncQuery },
    output: { body: SyncPage },
    async run({ tx, params, query, services }) {
      await readShopRow(tx, services, params.id)
      return syncs.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'connectors.get_sync',
    http: 'GET /connectors/shops/:id/syncs/:syncId',
    tenancy: 'store',
    doc: {
      summary: 'Get a sync of the shop',
      description: 'Returns one sync of the shop with its progress, counts, warnings and failure.',
    },
    input: { params: bySync },
    output: { body: Sync },
    async run({ tx, params, services }) {
      await readShopRow(tx, services, params.id)
      return readSync(tx, params.id, params.syncId)
    },
  }),
  operation({
    id: 'connectors.list_retirements',
    http: 'GET /connectors/shops/:id/syncs/:syncId/retirements',
    tenancy: 'store',
    doc: {
      summary: 'List retirements of a sync',
      description: 'Lists the variants that the sync did not find: those it retired, or would retire once confirmed.',
    },
    input: { params: bySync, query: SyncQuery },
    output: { body: RetirementPage },
    async run({ tx, params, query, services }) {
      await readShopRow(tx, services, params.id)
      return listRetirements(tx, params.id, params.syncId, query)
    },
  }),
  operation({
    id: 'connectors.confirm_sync',
    http: 'POST /connectors/shops/:id/syncs/:syncId/confirm',
    ...admin,
    doc: {
      summary: 'Confirm a sync of the shop',
      description:
        'Asks the shop again about the missing variants of a `held` sync, and retires those that are still missing.',
    },
    input: { params: bySync },
    output: {
      body: Sync,
      status: 202,
      location: '/connectors/shops/:id/syncs/:syncId',
      errors: ['sync_not_held', 'needs_reauth'],
    },
    run: ({ tx, params, audit }) => confirmSync(tx, audit, params.id, params.syncId),
  }),
  operation({
    id: 'products.sync',
    http: 'POST /products/sync',
    ...admin,
    doc: {
      summary: 'Sync the catalogue now',
      description: 'Returns the queued or running sync if there is one, and resumes it if it waits.',
    },
    output: {
      body: Sync,
      status: 202,
      location: '/connectors/shops/{connectionId}/syncs/{id}',
      errors: ['shop_not_connected', 'sync_not_supported', 'connection_paused', 'needs_reauth'],
    },
    run: ({ tx }) => syncNow(tx),
  }),
]
