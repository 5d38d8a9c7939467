import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeStore, openStore } from './commands.ts'
import { normalizeOrigins, requireTimezone } from './rules.ts'
import { NewStore, Organization, Store, StoreChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'account.list_stores',
    http: 'GET /account/stores',
    tenancy: 'organization',
    access: { delegable: true, anyScope: true },
    doc: {
      summary: 'List stores',
      description:
        'Works with any scopes, so that a restricted key can find its store. A person sees the stores of all their organizations, and stores shared by a grant (`via`).',
    },
    tool: 'list_stores',
    input: { query: pageQuery({}) },
    output: { body: page(Store) },
    transaction: 'manual-across',
    run: ({ db, caller, query, now, services }) =>
      caller.reachesAllOrganizations
        ? db.system('read', (tx) => store.listStoresOfPerson(tx, toReach(caller), query, now, services.config.billing))
        : db.organization(caller.organizationId, 'read', (tx) =>
            store.listStores(tx, caller, query, now, services.config.billing),
          ),
  }),
  operation({
    id: 'account.create_store',
    http: 'POST /account/stores',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Create a store',
      description:
        "The 7-day trial starts with the organization's first store, and ends for all its stores at the same time. Afterwards a new store is `expired` until a plan is paid. Returns 409 `limit_reached` at the maximum number of stores (`MAX_STORES`, 50 by default).",
    },
    input: {
      body: withExample(NewStore, {
        name: 'Acme Shop',
        origins: ['https://shop.acme.example'],
        timezone: 'Europe/London',
      }),
    },
    output: { body: Store, status: 201, location: '/account/stores', errors: ['limit_reached'] },
    async run({ tx, caller, body, now, audit, services }) {
      requireTimezone(body.timezone)
      const { name, timezone, currency } = body
      const id = await openStore(
        tx,
        { audit, config: services.config },
        {
          name: name.trim(),
          origins: normalizeOrigins(body.origins),
          timezone,
          currency,
        },
      )
      return (await store.findStore(tx, caller, id, now, services.config.billing)) ?? notFoundStore(id)
    },
  }),
  operation({
    id: 'account.update_store',
    http: 'PATCH /account/stores/:id',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Update a store',
      description:
        'Changes the name, the storefront origins, the time zone or the currency of a store. Omitted fields keep their values; `origins` is replaced as a whole.',
    },
    input: {
      params: byId,
      body: withExample(StoreChange, { origins: ['https://shop.acme.example', 'https://acme.example'] }),
    },
    output: { body: Store },
    async run({ tx, caller, params, body, now, audit, services }) {
      requireTimezone(body.timezone)
      const { name, origins, timezone, currency } = body
      const change = { name: name?.trim(), origins: origins && normalizeOrigins(origins), timezone, currency }
      if (!(await changeStore(tx, params.id, change))) return notFoundStore(params.id)
      await audit(tx, 'store.updated', { type: 'store', id: params.id }, JSON.parse(JSON.stringify(change)))
      return (await store.findStore(tx, caller, params.id, now, services.config.billing)) ?? notFoundStore(params.id)
    },
  }),
  operation({
    id: 'account.list_organizations',
    http: 'GET /account/organizations',
    tenancy: 'organization',
    access: { delegable: true },
    doc: { summary: 'List organizations', description: 'A person sees all their organizations, a key only its own.' },
    input: { query: pageQuery({}) },
    output: { body: page(Organization) },
    transaction: 'manual-across',
    run: ({ db, caller, query }) =>
      caller.reachesAllOrganizations
        ? db.system('read', (tx) => store.listOrganizationsOfPerson(tx, toReach(caller), query))
        : db.organization(caller.organizationId, 'read', (tx) => store.listOwnOrganization(tx, caller.role, query)),
  }),
]

const toReach = ({ id, vouchedBy }: Caller) => ({ userId: id, vouchedBy })

function notFoundStore(id: string): never {
  throw notFound('store', id)
}
