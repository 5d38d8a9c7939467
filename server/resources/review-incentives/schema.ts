import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { incentives } from '#resources/reviews/schema.ts'

export const statuses = ['draft', 'active', 'paused', 'ended'] as const
export type Status = (typeof statuses)[number]
export const fulfilments = ['submission', 'decision'] as const
export const rewardStates = ['pending', 'waiting', 'given', 'withheld'] as const

export const limits = { text: 120, terms: 1000, code: 64, codes: 1000, places: 100, points: 1_000_000 } as const

const someText = { pattern: '\\S', 'x-expected': 'must hold more than spaces' }
const lineText = { pattern: '^[^\\0]*\\S[^\\0]*$', 'x-expected': 'must hold more than spaces, and no NUL' }

const Text = Type.String({
  minLength: 1,
  maxLength: limits.text,
  ...lineText,
  description: 'What shoppers read above the stars, such as `10 % off your next order for your review`. Plain text.',
})
const Terms = Nullable(Type.String({ maxLength: limits.terms, description: 'The small print below it. Plain text.' }))
const Points = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: limits.points,
    description: 'Of kind `points`; without them it gives the `reviewPoints` of the loyalty programme.',
  }),
)
const SharedCode = Nullable(
  Type.String({
    minLength: 1,
    maxLength: limits.code,
    ...someText,
    description: 'Of kind `coupon`: one code for everybody. Without it each gets one of the pool.',
  }),
)
const places = (what: string) =>
  Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description: `The ${what} it is offered on.` })
const LowAt = Nullable(
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Owners are told when so few codes are left.' }),
)

const changeable = {
  text: Text,
  terms: Terms,
  points: Points,
  code: SharedCode,
  productIds: places('products'),
  categoryIds: places('categories'),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  lowAt: LowAt,
  buyersOnly: Type.Boolean({
    description:
      'Only proven buyers of the product are offered it and rewarded: by the mail of their order, or with a signed customer token.',
  }),
  fulfil: OneOf(fulfilments, {
    description:
      '`submission`: once the review is in and the address is proven. `decision`: once it was approved or rejected, alike.',
  }),
  status: OneOf(statuses, {
    description:
      'Shoppers see what is `active`. What has been active never is a `draft` again, and `ended` is for good.',
  }),
}

/** Refused, while other unknown fields are ignored: an offer that depends on the rating would be illegal in most places. */
const refusedNames = ['rating', 'minRating', 'stars', 'sentiment'] as const

export const firstRefused = (body: object): string | undefined => refusedNames.find((name) => name in body)

const Kind = OneOf(incentives, { description: 'What is given. It cannot change once shoppers have seen it.' })

export const NewIncentive = Type.Object(
  {
    kind: Kind,
    ...Type.Partial(Type.Object(changeable)).properties,
    text: Text,
    fulfil: Type.Optional({ ...changeable.fulfil, default: 'submission' }),
    buyersOnly: Type.Optional({ ...changeable.buyersOnly, default: false }),
    status: Type.Optional({ ...changeable.status, default: 'draft' }),
  },
  { title: 'NewReviewIncentive' },
)
export type NewIncentive = Static<typeof NewIncentive>

export const IncentiveChanges = Type.Object(
  { kind: Type.Optional(Kind), ...Type.Partial(Type.Object(changeable)).properties },
  { title: 'ReviewIncentiveChanges' },
)
export type IncentiveChanges = Static<typeof IncentiveChanges>

export const Incentive = Type.Object(
  {
    id: Id,
    kind: Kind,
    text: Type.String(),
    terms: Nullable(Type.String({ description: 'The small print.' })),
    points: Nullable(Type.Integer()),
    code: Nullable(Type.String({ description: 'The code that everybody gets; null where there is a pool.' })),
    productIds: Type.Array(Id),
    categoryIds: Type.Array(Id),
    appliesTo: OneOf(['everything', 'selected'], {
      description: '`everything` when it was saved without products and categories.',
    }),
    startsAt: Nullable(Instant),
    endsAt: Nullable(Instant),
    lowAt: Nullable(Type.Integer({ description: 'Owners are told when so few codes are left.' })),
    buyersOnly: Type.Boolean({ description: 'Whether only proven buyers of the product are offered it and rewarded.' }),
    fulfil: OneOf(fulfilments, { description: 'When it is given.' }),
    status: OneOf(statuses),
    pool: Type.Object(
      {
        free: Type.Integer({ description: 'Codes that nobody has got yet.' }),
        given: Type.Integer({ description: 'Codes that were given.' }),
      },
      { title: 'CodePool' },
    ),
    waiting: Type.Integer({ description: 'Rewards that were promised and wait for codes, or for the programme.' }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'ReviewIncentive' },
)
export type Incentive = Static<typeof Incentive>

export const IncentivePage = page(Incentive)
export const IncentiveFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses)),
  kind: Type.Optional(AnyOf(incentives)),
})
export type IncentiveFilters = Static<typeof IncentiveFilters>

export const NewCodes = Type.Object(
  {
    codes: Type.Array(Type.String({ minLength: 1, maxLength: limits.code, ...lineText }), {
      minItems: 1,
      maxItems: limits.codes,
      description: 'Each is given to one person, in any order.',
    }),
  },
  { title: 'NewIncentiveCodes' },
)
export const CodesReport = Type.Object(
  {
    received: Type.Integer(),
    added: Type.Integer(),
    duplicates: Type.Integer({ description: 'Named twice, or in a pool of this store already.' }),
  },
  { title: 'IncentiveCodesReport' },
)

export const Reward = Type.Object(
  {
    id: Id,
    reviewId: Id,
    productId: Id,
    email: sessionOnly(Nullable(Type.String({ description: 'For signed-in users; null once it was erased.' }))),
    emailLast4: Nullable(Type.String()),
    state: OneOf(rewardStates, {
      description:
        '`pending`: the address is not proven, or the review not decided yet; `waiting`: promised, and there is no code.',
    }),
    reason: Nullable(Type.String({ description: 'Why it was withheld; an open set of words.' })),
    points: Nullable(Type.Integer()),
    code: Nullable(Type.String({ description: 'The code that was given.' })),
    givenAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'ReviewReward' },
)
export type Reward = Static<typeof Reward>
export const RewardPage = page(Reward)
export const RewardFilters = pageQuery({ state: Type.Optional(AnyOf(rewardStates)) })
export type RewardFilters = Static<typeof RewardFilters>

/** A reward of one person; the schema decides who sees it. */
export const PersonalReward = Type.Object(
  { ...Reward.properties, incentiveId: { ...Id, description: 'The incentive that the review was written under.' } },
  { title: 'PersonalReviewReward' },
)

/** The offer as shown before the rating is known. */
export const ShownIncentive = Type.Object(
  { kind: OneOf(incentives), text: Type.String(), terms: Nullable(Type.String({ description: 'The small print.' })) },
  { title: 'ShownIncentive' },
)
