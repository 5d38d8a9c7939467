import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  AnyOf,
  Currency,
  described,
  Id,
  Instant,
  Nullable,
  notBlank,
  OneOf,
  sessionOnly,
} from '#platform/values/wire.ts'
import { incentives, LanguageTag } from '#resources/reviews/schema.ts'

export const statuses = ['draft', 'active', 'paused', 'ended'] as const
export type Status = (typeof statuses)[number]
export const fulfilments = ['submission', 'decision'] as const
export const codeSources = ['own', 'platform'] as const
export const valueTypes = ['percent', 'fixed_amount', 'free_shipping'] as const
export const rewardStates = ['pending', 'waiting', 'given', 'withheld'] as const

export const limits = {
  text: 120,
  terms: 1000,
  languages: 50,
  code: 64,
  codes: 1000,
  places: 100,
  points: 1_000_000,
} as const

const lineText = { pattern: '^[^\\0]*\\S[^\\0]*$', 'x-expected': 'must contain more than spaces, and no NUL' }

const Text = Type.String({
  minLength: 1,
  maxLength: limits.text,
  ...lineText,
  description: 'Text of the offer above the stars, such as `10% off your next order for your review`. Plain text.',
  examples: ['10% off your next order for your review'],
})
const Terms = Nullable(
  Type.String({
    maxLength: limits.terms,
    description: 'Terms below the offer, as plain text. Null without any.',
    examples: ['For praise and criticism alike. Once per person and product.'],
  }),
)

const Translation = Type.Object(
  {
    text: Type.Optional({ ...Text, examples: ['10 % Rabatt auf Ihre nächste Bestellung für Ihre Bewertung'] }),
    terms: Type.Optional(
      Nullable(
        Type.String({
          maxLength: limits.terms,
          pattern: '^[^\\0]*$',
          'x-expected': 'must contain no NUL',
          description: 'Terms below the offer, as plain text. Blank text and null use the original terms.',
          examples: ['Für Lob und Kritik gleichermaßen. Einmal pro Person und Produkt.'],
        }),
      ),
    ),
  },
  { title: 'ReviewIncentiveTranslation' },
)
export type Translation = Static<typeof Translation>

const translations = (description: string) =>
  Type.Unsafe<Record<string, Translation>>({
    type: 'object',
    propertyNames: LanguageTag,
    maxProperties: limits.languages,
    additionalProperties: Translation,
    description,
  })
const Locale = Nullable({
  ...LanguageTag,
  description: 'Language of `text` and `terms`, as a BCP 47 tag. Null if unknown.',
  examples: ['en'],
})
const Translations = translations(
  'Texts by language, such as `{"de": {"text": "…", "terms": "…"}}`. They word the same offer. Missing texts use the original.',
)
/** Languages of the texts, which requests and archives contain in the same form. */
export const Languages = Type.Object({ locale: Type.Optional(Locale), translations: Type.Optional(Translations) })
export type Languages = Static<typeof Languages>

const Points = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: limits.points,
    description: 'Points to give. Only for kind `points`. Null uses `reviewPoints` of the loyalty programme.',
  }),
)
const SharedCode = Nullable(
  Type.String({
    minLength: 1,
    maxLength: limits.code,
    ...notBlank,
    description: 'Coupon code for everybody. Only for kind `coupon`. Null gives each author a code of the pool.',
    examples: ['THANKS10'],
  }),
)
const places = (what: string) =>
  Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description: `Ids of the ${what} with the offer.` })
const LowAt = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Number of unused codes at which owners get a warning. Null for no warning.',
  }),
)

const Decimal = {
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
}
const valueFields = {
  type: OneOf(valueTypes, { description: 'Kind of the discount.' }),
  amount: Nullable(
    Type.String({
      ...Decimal,
      description:
        'A percentage from 1 to 100, or an amount in `currency`, as a decimal string. Null for `free_shipping`.',
      examples: ['10'],
    }),
  ),
  currency: Nullable(
    described(
      Currency,
      'Currency of `amount` and `minimumTotal`, as an ISO 4217 code. Null if neither needs one.',
      'EUR',
    ),
  ),
  minimumTotal: Nullable(
    Type.String({
      ...Decimal,
      description:
        'Minimum total of the goods in an order that uses the code, as a decimal string. Null for no minimum.',
      examples: ['50.00'],
    }),
  ),
  validDays: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 730,
      description: 'Number of days the code is valid, from its creation. Null for no end.',
      examples: [60],
    }),
  ),
}
const { type: valueType, ...optionalFields } = valueFields
const NewValue = Type.Object(
  { type: valueType, ...Type.Partial(Type.Object(optionalFields)).properties },
  {
    title: 'NewReviewIncentiveValue',
    description: 'Value of a code that the shop makes. Only with `codes: platform`.',
  },
)
export type NewValue = Static<typeof NewValue>
export const IncentiveValue = Type.Object(valueFields, {
  title: 'ReviewIncentiveValue',
  description: 'Value of a code that the shop makes.',
})
export type IncentiveValue = Static<typeof IncentiveValue>

const Codes = OneOf(codeSources, {
  description:
    'Source of the coupon codes. `own`: the shared `code`, or the codes you add. `platform`: the connected shop makes a single-use code for each reward.',
})

const changeable = {
  text: Text,
  terms: Terms,
  locale: Locale,
  translations: Translations,
  points: Points,
  code: SharedCode,
  codes: Codes,
  value: Nullable(NewValue),
  productIds: described(places('products'), 'Ids of the products with the offer.'),
  categoryIds: described(places('categories'), 'Ids of the categories with the offer.'),
  startsAt: Nullable(described(Instant, 'Time the offer starts. Null if it starts with its activation.')),
  endsAt: Nullable(described(Instant, 'Time the offer ends. Null for no end.')),
  lowAt: LowAt,
  buyersOnly: Type.Boolean({
    description:
      'Whether only proven buyers see the offer and get the reward. Proof is the link in the email about their order, or a signed customer token.',
  }),
  fulfil: OneOf(fulfilments, {
    description:
      'Moment the reward is given. `submission`: the review was received and the address proven. `decision`: the review was approved or rejected.',
  }),
  status: OneOf(statuses, {
    description:
      'Status of the incentive. Shoppers see only `active` ones. An incentive that was active cannot return to `draft`, and `ended` is final.',
  }),
}

const Kind = OneOf(incentives, { description: 'Kind of the reward. It is fixed once shoppers have seen the offer.' })

export const NewIncentive = Type.Object(
  {
    kind: Kind,
    ...Type.Partial(Type.Object(changeable)).properties,
    text: Text,
    codes: Type.Optional({ ...Codes, default: 'own' }),
    fulfil: Type.Optional({
      ...changeable.fulfil,
      default: 'submission',
      description:
        'Moment the reward is given. `submission`: the review was received and the address proven. `decision`: the review was approved or rejected.',
    }),
    buyersOnly: Type.Optional({
      ...changeable.buyersOnly,
      default: false,
      description:
        'Whether only proven buyers see the offer and get the reward. Proof is the link in the email about their order, or a signed customer token.',
    }),
    status: Type.Optional({
      ...changeable.status,
      default: 'draft',
      description:
        'Status of the incentive. Shoppers see only `active` ones. An incentive that was active cannot return to `draft`, and `ended` is final.',
    }),
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
    id: described(Id, 'Id of the incentive, a UUIDv7.'),
    kind: Kind,
    text: Type.String({
      description: 'Text of the offer for shoppers.',
      examples: ['10% off your next order for your review'],
    }),
    terms: Nullable(
      Type.String({
        description: 'Terms of the offer. Null without any.',
        examples: ['For praise and criticism alike. Once per person and product.'],
      }),
    ),
    locale: Nullable(
      Type.String({
        description: 'Language of `text` and `terms`, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    translations: translations('Texts by language. Missing texts use the original.'),
    points: Nullable(
      Type.Integer({
        description: 'Number of points the reward gives. Null for coupons, and if the programme decides.',
      }),
    ),
    code: Nullable(
      Type.String({ description: 'Coupon code for everybody. Null with a pool of codes.', examples: ['THANKS10'] }),
    ),
    codes: Codes,
    value: Nullable({ ...IncentiveValue, description: 'Value of a code that the shop makes. Null with `own` codes.' }),
    productIds: Type.Array(Id, { description: 'Ids of the products with the offer.' }),
    categoryIds: Type.Array(Id, { description: 'Ids of the categories with the offer.' }),
    appliesTo: OneOf(['everything', 'selected'], {
      description: 'Scope: `everything` if saved without products and categories, else `selected`.',
    }),
    startsAt: Nullable(described(Instant, 'Time the offer starts. Null if it starts with its activation.')),
    endsAt: Nullable(described(Instant, 'Time the offer ends. Null for no end.')),
    lowAt: Nullable(
      Type.Integer({ description: 'Number of unused codes at which owners get a warning. Null for no warning.' }),
    ),
    buyersOnly: Type.Boolean({ description: 'Whether only proven buyers see the offer and get the reward.' }),
    fulfil: OneOf(fulfilments, { description: 'Moment the reward is given.' }),
    status: OneOf(statuses, { description: 'Status of the incentive. Shoppers see only `active` ones.' }),
    pool: Type.Object(
      {
        free: Type.Integer({ description: 'Number of unused codes.' }),
        given: Type.Integer({ description: 'Number of codes given. With `platform`, those that the shop made.' }),
      },
      { title: 'CodePool' },
    ),
    waiting: Type.Integer({
      description: 'Number of rewards that wait for codes, for the shop, or for the loyalty programme.',
    }),
    createdAt: described(Instant, 'Time the incentive was created.'),
    updatedAt: described(Instant, 'Time the incentive was last changed.'),
  },
  { title: 'ReviewIncentive' },
)
export type Incentive = Static<typeof Incentive>

export const IncentivePage = page(Incentive)
export const IncentiveFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: incentives with these statuses.' })),
  kind: Type.Optional(AnyOf(incentives, { description: 'Filter: incentives of these kinds.' })),
})
export type IncentiveFilters = Static<typeof IncentiveFilters>

export const NewCodes = Type.Object(
  {
    codes: Type.Array(Type.String({ minLength: 1, maxLength: limits.code, ...lineText }), {
      minItems: 1,
      maxItems: limits.codes,
      description: 'Codes to add. Each is given to one person, in any order.',
    }),
  },
  { title: 'NewIncentiveCodes' },
)
export const CodesReport = Type.Object(
  {
    received: Type.Integer({ description: 'Number of codes in the request.' }),
    added: Type.Integer({ description: 'Number of codes added to the pool.' }),
    duplicates: Type.Integer({ description: 'Number of codes sent twice or already in a pool of this store.' }),
  },
  { title: 'IncentiveCodesReport' },
)

export const Reward = Type.Object(
  {
    id: described(Id, 'Id of the reward, a UUIDv7.'),
    reviewId: described(Id, 'Id of the review.'),
    productId: described(Id, 'Id of the product.'),
    email: sessionOnly(
      Nullable(
        Type.String({
          description: 'Email address of the author. Null after an erasure. Absent for keys and tokens.',
          examples: ['jane.doe@customer.example'],
        }),
      ),
    ),
    emailLast4: Nullable(
      Type.String({
        description:
          'Masked email address: up to four characters before the @, at most half of that part. Null after an erasure.',
        examples: ['.doe'],
      }),
    ),
    state: OneOf(rewardStates, {
      description:
        'State of the reward. `pending`: the address is unproven, the review undecided, or the shop is being asked for the code. `waiting`: no code is left, or the shop refused one or has not answered for an hour.',
    }),
    reason: Nullable(
      Type.String({
        description:
          'Reason the reward was withheld, or why it waits for the shop: `shop_refused`, `shop_unreachable`. More reasons may follow. Null otherwise.',
        examples: ['already_rewarded'],
      }),
    ),
    points: Nullable(Type.Integer({ description: 'Number of points given. Null for coupons.' })),
    code: Nullable(
      Type.String({
        description: 'Coupon code that was given. Null for points and before it is given.',
        examples: ['THANKS-7Q2M'],
      }),
    ),
    givenAt: Nullable(described(Instant, 'Time the reward was given. Null until then.')),
    createdAt: described(Instant, 'Time the reward was created.'),
    updatedAt: described(Instant, 'Time the reward was last changed.'),
  },
  { title: 'ReviewReward' },
)
export type Reward = Static<typeof Reward>
export const RewardPage = page(Reward)
export const RewardFilters = pageQuery({
  state: Type.Optional(AnyOf(rewardStates, { description: 'Filter: rewards in these states.' })),
})
export type RewardFilters = Static<typeof RewardFilters>

/** A reward in the data of one person. It names its incentive, because the list covers all incentives. */
export const PersonalReward = Type.Object(
  { ...Reward.properties, incentiveId: { ...Id, description: 'Id of the incentive the review was written under.' } },
  { title: 'PersonalReviewReward' },
)

/** The offer as shown before the rating is known. */
export const ShownIncentive = Type.Object(
  {
    kind: OneOf(incentives, { description: 'Kind of the reward.' }),
    text: Type.String({
      description: "Text of the offer, in the reader's language.",
      examples: ['10% off your next order for your review'],
    }),
    terms: Nullable(
      Type.String({
        description: "Terms of the offer, in the reader's language. Null without any.",
        examples: ['For praise and criticism alike. Once per person and product.'],
      }),
    ),
  },
  { title: 'ShownIncentive' },
)
export type ShownIncentive = Static<typeof ShownIncentive>
