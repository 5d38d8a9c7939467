// Pairs of options that must not compile: the type checker refuses a needless `@ts-expect-error`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { OrganizationTx, StoreDb, StoreTx } from '../db/db.ts'
import type { Caller } from '../identity/caller.ts'
import { operation } from './operation.ts'

const doc = { summary: 'Any' }
const run = () => undefined
const Body = Type.Object({ name: Type.String() })
const read = { id: 'a.get', http: 'GET /a', doc, run } as const
const write = { id: 'a.add', http: 'POST /a', doc, run } as const
const removal = { id: 'a.remove', http: 'DELETE /a', doc, run } as const
const store = { tenancy: 'store' } as const
const organization = { tenancy: 'organization' } as const
const storefront = { tenancy: 'storefront' } as const
const open = { tenancy: 'public' } as const
const lapsing = { plan: { whileLapsed: true } } as const

const access = () => [
  // @ts-expect-error a public operation has no authenticated caller
  operation({ ...read, ...open, access: { role: 'ADMIN' } }),
  // @ts-expect-error a storefront operation has no authenticated caller
  operation({ ...read, ...storefront, access: { session: true } }),
  // @ts-expect-error an authenticated call is always charged to its caller
  operation({ ...read, ...store, access: { charges: 'nothing' } }),
  // @ts-expect-error a grant already allows store-level operations
  operation({ ...read, ...store, access: { delegable: true } }),
  // @ts-expect-error a store-level operation cannot reach beyond its store
  operation({ ...read, ...store, access: { beyondStores: true } }),
  // @ts-expect-error the second factor is a setting of the organization
  operation({ ...read, ...store, access: { withoutSecondFactor: true } }),
  // @ts-expect-error an organization-level operation names no store
  operation({ ...read, ...organization, access: { hidesStores: true } }),
  // @ts-expect-error reads always work while closing
  operation({ ...read, ...organization, access: { whileClosing: true } }),
  // @ts-expect-error only persons have an account of their own
  operation({ ...read, ...organization, access: { personal: true } }),
  // @ts-expect-error persons have no scopes
  operation({ ...read, ...organization, access: { session: true, anyScope: true } }),
  // @ts-expect-error persons see all their stores
  operation({ ...read, ...organization, access: { session: true, beyondStores: true } }),
  // @ts-expect-error a public operation cannot be a tool
  operation({ ...read, ...open, tool: 'get_a' }),
]

const words = () => ['a']
const sharing = () => [
  operation({ ...write, ...store, transaction: 'shared', input: { sharedBy: words } }),
  operation({ ...write, ...storefront, transaction: 'shared', input: { sharedBy: words } }),
  // @ts-expect-error a shared write must declare `sharedBy`
  operation({ ...write, ...store, transaction: 'shared' }),
  // @ts-expect-error only a shared write may declare `sharedBy`
  operation({ ...write, ...store, input: { sharedBy: words } }),
  // @ts-expect-error a read has no transaction to share
  operation({ ...read, ...store, transaction: 'shared', input: { sharedBy: words } }),
  // @ts-expect-error only writes of one store can share a transaction
  operation({ ...write, ...organization, transaction: 'shared', input: { sharedBy: words } }),
]

const plan = () => [
  // @ts-expect-error a public operation has no plan
  operation({ ...read, ...open, plan: { feature: 'loyalty' } }),
  // @ts-expect-error reads always work while lapsed
  operation({ ...read, ...store, plan: { feature: 'loyalty', whileLapsed: true } }),
  // @ts-expect-error a spread option is refused too
  operation({ ...read, ...store, ...lapsing }),
  // @ts-expect-error writes always need the plan
  operation({ ...write, ...store, plan: { feature: 'loyalty', reads: true } }),
  // @ts-expect-error `reads` needs a `feature`
  operation({ ...read, ...store, plan: { reads: true } }),
  // @ts-expect-error at organization level reads need the plan anyway
  operation({ ...read, ...organization, plan: { feature: 'loyalty', reads: true } }),
  // @ts-expect-error an organization does not lapse
  operation({ ...write, ...organization, plan: { feature: 'loyalty', whileLapsed: true } }),
]

const input = () => [
  // @ts-expect-error a read has no body
  operation({ ...read, ...store, input: { body: Body } }),
  // @ts-expect-error a deletion has no body
  operation({ ...removal, ...store, input: { body: Body } }),
  // @ts-expect-error a read takes no upload
  operation({ ...read, ...store, input: { accepts: ['text/csv'] } }),
  // @ts-expect-error an upload is not read, so no schema can check it
  operation({ ...write, ...store, input: { body: Body, accepts: ['text/csv'] } }),
  // @ts-expect-error only a body can be optional
  operation({ ...write, ...store, input: { optional: true } }),
  // @ts-expect-error only a body can be sent as CSV
  operation({ ...write, ...store, input: { csv: () => [] } }),
  // @ts-expect-error only pages send JSON as text
  operation({ ...write, ...store, input: { body: Body, asText: true } }),
]

const output = () => [
  // @ts-expect-error only 201 and 202 have a `location`
  operation({ ...write, ...store, output: { body: Body, location: '/a' } }),
  // @ts-expect-error a 201 needs a `location`
  operation({ ...write, ...store, output: { body: Body, status: 201 } }),
  // @ts-expect-error a 201 has a body
  operation({ ...write, ...store, output: { status: 201, location: '/a' } }),
  // @ts-expect-error only a 201 has a second status
  operation({ ...write, ...store, output: { body: Body, alsoAnswers: 200 } }),
  // @ts-expect-error a read creates nothing
  operation({ ...read, ...store, output: { body: Body, status: 201, location: '/a' } }),
  // @ts-expect-error only reads have an ETag
  operation({ ...write, ...store, output: { body: Body, conditional: true } }),
]

const transaction = () => [
  // @ts-expect-error a write is never a single query
  operation({ ...write, ...store, transaction: 'single-query' }),
  // @ts-expect-error a write is never a snapshot
  operation({ ...write, ...store, transaction: 'snapshot' }),
  // @ts-expect-error the caller of an organization-level operation is known only after authentication
  operation({ ...read, ...organization, transaction: 'single-query' }),
  // @ts-expect-error only stores have snapshots
  operation({ ...read, ...organization, transaction: 'snapshot' }),
  // @ts-expect-error a store's operation stays in its organization
  operation({ ...write, ...store, transaction: 'manual-across' }),
  // @ts-expect-error public operations always open their own transactions
  operation({ ...write, ...open, transaction: 'manual' }),
]

const pages = () => [
  // @ts-expect-error only storefronts have widgets
  operation({ ...read, ...store, storefront: { widget: 'reviews' } }),
  // @ts-expect-error only a read has a response shared by visitors
  operation({ ...write, ...storefront, storefront: { shared: true } }),
  // @ts-expect-error only a write can be a counting call
  operation({ ...read, ...storefront, storefront: { counts: true } }),
  // @ts-expect-error a cached answer is charged to the common limit only
  operation({ ...read, ...storefront, storefront: { shared: true, visitorLimit: '5/60s' } }),
  // @ts-expect-error a shared read cannot open its own transactions
  operation({ ...read, ...storefront, transaction: 'manual', storefront: { shared: true } }),
]

const contexts = () => [
  operation({
    ...({ id: 'a.update', http: 'PUT /a/:id', doc } as const),
    ...store,
    input: { params: Type.Object({ id: Type.String() }), query: Type.Object({ q: Type.String() }), body: Body },
    output: { body: Body },
    run({ tx, db, caller, params, query, body }) {
      const types: [StoreTx, undefined, Caller, string, string, string] = [
        tx,
        db,
        caller,
        params.id,
        query.q,
        body.name,
      ]
      return { name: String(types.length) }
    },
  }),
  operation({
    ...({ id: 'a.get', http: 'GET /a', doc } as const),
    ...organization,
    run: ({ tx }) => void (tx satisfies OrganizationTx),
  }),
  operation({
    ...({ id: 'a.get', http: 'GET /a', doc } as const),
    ...store,
    transaction: 'manual',
    run: ({ tx, db }) => void ([tx, db] satisfies [undefined, StoreDb]),
  }),
  // @ts-expect-error the response must have the declared fields
  operation({ ...({ id: 'a.get', http: 'GET /a', doc } as const), ...store, output: { body: Body }, run: () => ({}) }),
]

const possible = () => [
  operation({ ...write, ...open, access: { charges: 'refusals' }, input: { accepts: ['text/csv'] } }),
  operation({ ...read, ...store, access: { role: 'ADMIN' }, plan: { feature: 'loyalty', reads: true }, tool: 'get_a' }),
  operation({ ...write, ...organization, access: { session: true, personal: true, whileClosing: true } }),
  operation({ ...write, ...store, plan: { whileLapsed: true }, input: { body: Body, optional: true } }),
  operation({ ...write, ...store, output: { body: Body, status: 201, alsoAnswers: 200, location: '/a' } }),
  operation({ ...read, ...open, output: { produces: ['text/html'], conditional: true } }),
  operation({ ...read, ...storefront, transaction: 'single-query', storefront: { widget: 'stars', shared: true } }),
]

export const compiled = [access, sharing, plan, input, output, transaction, pages, contexts, possible]

test('an operation without options gets empty groups of options and the default transaction', () => {
  const { access, plan, input, output, storefront, transaction } = operation({ ...read, ...store })
  assert.deepEqual([access, plan, input, output, storefront, transaction], [{}, {}, {}, {}, {}, 'several-queries'])
  assert.equal(operation({ ...read, ...open }).transaction, 'manual')
})
