import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { changeStore, openStore } from './commands.ts'
import { normalizeOrigins, requireTimezone } from './rules.ts'
import { NewStore, Organization, Store, StoreChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'account.list_stores',
    http: 'GET /account/stores',
    tenancy: 'organization',
    anyScope: true,
    delegable: true,
    manual: true,
    across: true,
    summary: 'List the stores the caller can use.',
    description:
      'Always allowed, whatever the scopes, so that a narrowed key can find its store. A person sees the stores of all their organizations, and those that other organizations let them work in (`via`).',
    query: pageQuery({}),
    returns: page(Store),
    tool: 'list_stores',
    run: ({ db, caller, query, now, services }) =>
      caller.reachesAllOrganizations
        ? db.system('read', (tx) => store.listStoresOfPerson(tx, reachOf(caller), query, now, services.config.billing))
        : db.organization(caller.organizationId, 'read', (tx) =>
            store.listStores(tx, caller, query, now, services.config.billing),
          ),
  }),
  operation({
    id: 'account.create_store',
    http: 'POST /account/stores',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    summary: "Open another store. Where billing is on, it shares the organization's one trial.",
    description:
      "The trial of 7 days begins with the organization's first store. A store opened later ends its trial at the same instant. After that instant, a new store is `expired` until a plan is paid. Answers 409 `limit_reached` when the organization has as many stores as the service allows (`MAX_STORES`, 50 by default).",
    body: NewStore,
    returns: Store,
    status: 201,
    errors: ['limit_reached'],
    location: '/account/stores',
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
    role: 'ADMIN',
    session: true,
    summary: "Change a store's name, origins, time zone or currency.",
    params: byId,
    body: StoreChange,
    returns: Store,
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
    delegable: true,
    manual: true,
    across: true,
    summary: 'List the organizations of the caller; a key has exactly one.',
    query: pageQuery({}),
    returns: page(Organization),
    run: ({ db, caller, query }) =>
      caller.reachesAllOrganizations
        ? db.system('read', (tx) => store.listOrganizationsOfPerson(tx, reachOf(caller), query))
        : db.organization(caller.organizationId, 'read', (tx) => store.listOwnOrganization(tx, caller.role, query)),
  }),
]

const reachOf = ({ id, vouchedBy }: Caller) => ({ userId: id, vouchedBy })

function notFoundStore(id: string): never {
  throw notFound('store', id)
}
