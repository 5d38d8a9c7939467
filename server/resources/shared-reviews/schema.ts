import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const maxGrants = 50
/** Maximum number of reviews that are copied for a grant, the newest ones. */
export const maxCopies = 100_000
export const offerDays = 7

export const matchWords = ['gtin', 'sku', 'platform_product_id'] as const
export type MatchWord = (typeof matchWords)[number]

export const grantStates = ['offered', 'active', 'revoked', 'expired'] as const
export type GrantState = (typeof grantStates)[number]
export const directions = ['given', 'received'] as const

const match = Type.Array(
  OneOf(matchWords, { description: 'Identifier that products of both stores have in common.' }),
  {
    minItems: 1,
    maxItems: matchWords.length,
    uniqueItems: true,
    description:
      'How products of the two stores are matched, in order of precedence. A value that matches several products is not used.',
    examples: [['gtin', 'sku']],
  },
)
const productIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 1_000,
  uniqueItems: true,
  description: 'Ids of the shared products.',
})

export const NewGrant = Type.Object(
  {
    match: Type.Optional({ ...match, default: ['gtin'] }),
    productIds: Type.Optional(described(productIds, 'Ids of products to share. Omit for all products.')),
  },
  { title: 'NewReviewGrant' },
)
export type NewGrant = Static<typeof NewGrant>

export const Acceptance = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Code of the grant, from the person who offered it.',
      examples: ['evgr_5S0vXbnYQeZ8m2kT7pLw1A'],
    }),
    status: Type.Optional(
      OneOf(['approved'], {
        description:
          'Approves the copies of reviews that are now approved in the other store. Without it, all copies are pending.',
      }),
    ),
  },
  { title: 'ReviewGrantAcceptance' },
)
export type Acceptance = Static<typeof Acceptance>

const OtherStore = Type.Object(
  {
    id: described(Id, 'Id of the other store.'),
    name: Type.String({ description: 'Name of the other store.', examples: ['Acme Outlet'] }),
  },
  { title: 'ReviewGrantStore', description: 'The other store. Null before somebody accepts the grant.' },
)

const grant = {
  id: described(Id, 'Id of the grant, a UUIDv7.'),
  direction: OneOf(directions, {
    description:
      "Direction of the grant. `given`: the other store shows copies of this store's reviews. `received`: the reverse.",
  }),
  store: Nullable(OtherStore),
  state: OneOf(grantStates, {
    description: 'State of the grant. `offered` until the code is used, and `expired` if nobody used it in time.',
  }),
  terms: Type.Object(
    { match, productIds: Nullable(described(productIds, 'Ids of the shared products of the giver. Null for all.')) },
    { title: 'ReviewGrantTerms', description: 'Terms of the grant: the shared products and how they are matched.' },
  ),
  copies: Type.Integer({ description: 'Number of copies at the receiver. 0 unless the grant is active.' }),
  createdAt: described(Instant, 'Time of the offer.'),
  expiresAt: described(Instant, 'Time the code expires.'),
  acceptedAt: Nullable(described(Instant, 'Time the grant was accepted. Null before.')),
  revokedAt: Nullable(described(Instant, 'Time the grant was revoked. Null before.')),
}

export const Grant = Type.Object(grant, { title: 'ReviewGrant' })
export type Grant = Static<typeof Grant>

export const OfferedGrant = Type.Object(
  {
    ...grant,
    code: Type.String({
      description: 'Code for the other store. It is shown once, and works once, for 7 days.',
      examples: ['evgr_5S0vXbnYQeZ8m2kT7pLw1A'],
    }),
  },
  { title: 'OfferedReviewGrant' },
)

export const GrantPage = page(Grant)

export const GrantQuery = pageQuery({
  direction: Type.Optional(OneOf(directions, { description: 'Filter: only `given`, or only `received` grants.' })),
  state: Type.Optional(AnyOf(grantStates, { description: 'Filter: grants in these states.' })),
})
export type GrantQuery = Static<typeof GrantQuery>
