import { operation } from '#platform/calls/operation.ts'
import { withoutStarWords } from '#platform/limits/star-words.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { acceptGrant, offerGrant, requireGrant, revokeGrant } from './commands.ts'
import { Acceptance, Grant, GrantPage, GrantQuery, NewGrant, OfferedGrant } from './schema.ts'
import * as store from './store.ts'

const byPerson = { tenancy: 'store', access: { role: 'ADMIN', session: true } } as const

export default [
  operation({
    id: 'reviews.list_grants',
    http: 'GET /reviews/grants',
    tenancy: 'store',
    doc: {
      summary: 'List review grants, newest first',
      description:
        'Lists given and received grants. A grant lets one store of the organization show copies of reviews of another store.',
    },
    input: { query: GrantQuery },
    output: { body: GrantPage },
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'reviews.offer_grant',
    http: 'POST /reviews/grants',
    ...byPerson,
    plan: { feature: 'review_sharing' },
    doc: {
      summary: 'Offer a review grant',
      description:
        'The response contains a code, which is never shown again. A signed-in owner or admin uses it once in another store of the same organization within 7 days. Approved reviews of products are then copied there, with text, stars, name, date, photos and the verified mark, but without order and address. The newest 100,000 reviews are copied.',
    },
    input: { body: withExample(NewGrant, { match: ['gtin'] }) },
    output: {
      body: OfferedGrant,
      status: 201,
      location: '/reviews/grants/{id}',
      secret: true,
      errors: ['limit_reached', 'not_found'],
    },
    run: ({ tx, audit, body }) => offerGrant(tx, audit, withoutStarWords(body)),
  }),
  operation({
    id: 'reviews.accept_grant',
    http: 'POST /reviews/grants/accept',
    ...byPerson,
    plan: { feature: 'review_sharing' },
    doc: {
      summary: 'Accept a review grant',
      description:
        "Copies are pending, and this store decides on them. `status: approved` approves the copies of reviews that are now approved in the other store, as the caller's own act. An unknown, used or expired code gets 404, and so does a code of another organization. The store's own code, or a second grant of the same store, gets 409 `conflict`; the code stays valid.",
    },
    input: { body: withExample(Acceptance, { code: 'evgr_5S0vXbnYQeZ8m2kT7pLw1A' }) },
    output: {
      body: Grant,
      status: 201,
      location: '/reviews/grants/{id}',
      errors: ['conflict', 'limit_reached', 'not_found'],
    },
    run: ({ tx, audit, caller, body }) => acceptGrant(tx, { audit, caller }, withoutStarWords(body)),
  }),
  operation({
    id: 'reviews.get_grant',
    http: 'GET /reviews/grants/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a review grant',
      description: 'Returns one grant to share reviews with another store, given or received.',
    },
    input: { params: byId },
    output: { body: Grant },
    run: ({ tx, params }) => requireGrant(tx, params.id),
  }),
  operation({
    id: 'reviews.revoke_grant',
    http: 'DELETE /reviews/grants/:id',
    ...byPerson,
    plan: { whileLapsed: true },
    doc: {
      summary: 'Revoke a review grant',
      description:
        'Either store may revoke the grant. From its next request on, the receiver shows and counts no copy. The copies, their replies and files are deleted within a minute.',
    },
    input: { params: byId },
    async run({ tx, audit, params }) {
      await revokeGrant(tx, audit, params.id)
      return undefined
    },
  }),
]
