// Addresses of members are visible only to signed-in users.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  Amount,
  AnyOf,
  Currency,
  described,
  emailPattern,
  Id,
  Instant,
  Nullable,
  OneOf,
  sessionOnly,
} from '#platform/values/wire.ts'

/** High enough for any member, low enough that sums stay exact numbers. */
export const maxPoints = 100_000_000

const Points = (description: string) => Type.Integer({ minimum: 0, maximum: maxPoints, description })
const WhenOrNull = (description: string) => Nullable(Type.String({ format: 'date-time', description }))
const Zone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Time zone for expiry and birthdays, as an IANA name such as `Europe/Berlin`.',
  examples: ['Europe/London'],
})
const Email = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: emailPattern,
  'x-expected': 'must be an e-mail address such as jane@example.com',
})
const MinimumTotal = Type.String({
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
})

const Tier = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: 'Name of the tier.',
      examples: ['Acme'],
    }),
    threshold: Points('Number of `tierPoints` from which a member has the tier.'),
  },
  { title: 'LoyaltyTier' },
)

const Rate = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the rate, ascending from 1.' }),
    validFrom: described(Instant, 'Time from which the rate applies.'),
    pointsPerUnit: Type.Number({ description: 'Points for one unit of the order currency.' }),
    holdDays: Type.Integer({ description: 'Days after an order until its points can be spent.' }),
    currency: Nullable(
      Type.String({
        description: 'Currency that earns points, as an ISO 4217 code. Null counts each order in its own currency.',
        examples: ['EUR'],
      }),
    ),
  },
  { title: 'LoyaltyRate' },
)

const PointsPerUnit = Type.Number({
  minimum: 0,
  maximum: 1000,
  multipleOf: 0.0001,
  description: 'Points for one unit of the order currency. A change applies to later orders.',
})
const HoldDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Days after an order until its points can be spent. A change applies to later orders.',
})

const ProgramCurrency = Nullable(
  Type.Unsafe<string>({
    ...Currency,
    description:
      'Currency that earns points, as an ISO 4217 code. Orders in other currencies earn none. Null counts each order in its own currency. A change applies to later orders.',
    examples: ['EUR'],
  }),
)

export const explainedKinds = ['order', 'refund', 'hold', 'birthday', 'referral', 'expiry'] as const
export const ExplainedRule = Type.Object(
  {
    kind: OneOf(explainedKinds, { description: 'Subject of the sentence. More kinds may follow.' }),
    en: Type.String({ description: 'Sentence in English.', examples: ['1 point for every €1 of an order.'] }),
    de: Type.String({ description: 'Sentence in German.', examples: ['1 Punkt für je 1 € einer Bestellung.'] }),
    fr: Type.String({
      description: 'Sentence in French.',
      examples: ['1 point par tranche de 1\u00a0€ d’une commande.'],
    }),
    es: Type.String({ description: 'Sentence in Spanish.', examples: ['1 punto por cada 1\u00a0€ de un pedido.'] }),
    it: Type.String({ description: 'Sentence in Italian.', examples: ['1 punto per ogni 1\u00a0€ di un ordine.'] }),
    nl: Type.String({ description: 'Sentence in Dutch.', examples: ['1 punt voor elke €\u00a01 van een bestelling.'] }),
    pt: Type.String({
      description: 'Sentence in Portuguese.',
      examples: ['1 ponto por cada 1\u00a0€ de uma encomenda.'],
    }),
    pl: Type.String({ description: 'Sentence in Polish.', examples: ['1 punkt za każde 1\u00a0€ zamówienia.'] }),
    ar: Type.String({
      description: 'Sentence in Arabic.',
      examples: ['مقابل كل \u200f1\u00a0€ من الطلب: نقطة واحدة.'],
    }),
    he: Type.String({
      description: 'Sentence in Hebrew.',
      examples: ['על כל \u200f1\u00a0\u200f€ של הזמנה: \u200fנקודה אחת.'],
    }),
  },
  { title: 'LoyaltyRule' },
)
export type Explained = Static<typeof ExplainedRule>
const Explanation = Type.Array(ExplainedRule, {
  description: 'Rules of the programme as sentences for shoppers. A rule that gives nothing is left out.',
})

export const Program = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether orders earn points and members can spend them.' }),
    startsAt: WhenOrNull('Time from which orders earn points. Null before the programme was first saved.'),
    pointsPerUnit: described(
      PointsPerUnit,
      'Points for one unit of the order currency. A change applies to later orders.',
    ),
    holdDays: described(
      HoldDays,
      'Days after an order until its points can be spent. A change applies to later orders.',
    ),
    currency: ProgramCurrency,
    timezone: Type.String({
      description: 'Time zone for expiry and birthdays, as an IANA name.',
      examples: ['Europe/London'],
    }),
    expiry: Type.Object(
      {
        enabled: Type.Boolean({ description: 'Whether points expire.' }),
        startsAt: WhenOrNull(
          'Time from which points can expire. Points earned before count as earned then. Null while points do not expire.',
        ),
        days: Nullable(
          Type.Integer({ description: 'Days until earned points expire. Null while points do not expire.' }),
        ),
      },
      { title: 'LoyaltyExpiry' },
    ),
    tiers: Type.Array(Tier, { description: 'Loyalty tiers by point threshold.' }),
    birthdayPoints: Type.Integer({ description: 'Points a member gets for a birthday, once a year.' }),
    reviewPoints: Type.Integer({ description: 'Points for a review under a points incentive without its own number.' }),
    referral: Type.Object(
      {
        advocatePoints: Type.Integer({ description: 'Points for the member who recommended the shop.' }),
        friendPoints: Type.Integer({ description: 'Points for the friend who was recommended.' }),
        minimumTotal: Type.String({
          description: "Minimum total of the friend's first order after refunds, as a decimal string.",
          examples: ['20.00'],
        }),
      },
      { title: 'LoyaltyReferralTerms' },
    ),
    rates: Type.Array(Rate, { description: 'All rates, newest first. A rate never changes.' }),
    explained: Explanation,
    updatedAt: WhenOrNull('Time the programme was last changed. Null before it was first saved.'),
  },
  { title: 'LoyaltyProgram' },
)
export type Program = Static<typeof Program>

export const ProgramChanges = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether orders earn points and members can spend them.' })),
    startsAt: Type.Optional(described(Instant, 'Time from which orders earn points.')),
    pointsPerUnit: Type.Optional(
      described(PointsPerUnit, 'Points for one unit of the order currency. A change applies to later orders.'),
    ),
    holdDays: Type.Optional(
      described(HoldDays, 'Days after an order until its points can be spent. A change applies to later orders.'),
    ),
    currency: Type.Optional(ProgramCurrency),
    timezone: Type.Optional(Zone),
    expiry: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean({ description: 'Whether points expire.' }),
          startsAt: Type.Optional(
            Nullable(
              described(
                Instant,
                'Time from which points can expire. Points earned before count as earned then. Null uses the time expiry is turned on.',
              ),
            ),
          ),
          days: Type.Optional(
            Nullable(
              Type.Integer({
                minimum: 1,
                maximum: 3650,
                description: 'Days until earned points expire. Null while points do not expire.',
              }),
            ),
          ),
        },
        { description: 'Expiry of points.' },
      ),
    ),
    tiers: Type.Optional(Type.Array(Tier, { maxItems: 10, description: 'Loyalty tiers by point threshold.' })),
    birthdayPoints: Type.Optional(Points('Points a member gets for a birthday, once a year.')),
    reviewPoints: Type.Optional(
      Points('Points for a review under a points incentive without its own number. It makes no offer on its own.'),
    ),
    referral: Type.Optional(
      Type.Object(
        {
          advocatePoints: Type.Optional(Points('Points for the member who recommended the shop.')),
          friendPoints: Type.Optional(Points('Points for the friend who was recommended.')),
          minimumTotal: Type.Optional(
            described(
              MinimumTotal,
              "Minimum total of the friend's first order after refunds, as a decimal string.",
              '20.00',
            ),
          ),
        },
        { description: 'Rewards for recommendations.' },
      ),
    ),
  },
  { title: 'LoyaltyProgramChanges' },
)
export type ProgramChanges = Static<typeof ProgramChanges>

export const OrderPreviewQuery = Type.Object({
  total: Type.Unsafe<string>({
    ...MinimumTotal,
    description: 'Total of the order, as a decimal string.',
    examples: ['24.00'],
  }),
  refundedTotal: Type.Optional(
    Type.Unsafe<string>({
      ...MinimumTotal,
      description: 'Refunded amount of the order, as a decimal string.',
      examples: ['0.00'],
    }),
  ),
  pointsPerUnit: Type.Optional(
    described(PointsPerUnit, 'Points for one unit of the order currency. Default: the value of the programme.'),
  ),
  holdDays: Type.Optional(
    described(HoldDays, 'Days after an order until its points can be spent. Default: the value of the programme.'),
  ),
  expiryDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Days until points expire. Default: the value of the programme.',
    }),
  ),
})
export const OrderPreview = Type.Object(
  {
    points: Type.Integer({ description: 'Points an order placed now would earn.' }),
    maturesAt: described(Instant, 'Time from which its points could be spent.'),
    lapsesAt: WhenOrNull('Last moment its points could be spent. Null if points do not expire.'),
  },
  { title: 'LoyaltyOrderPreview' },
)

export const ExpiryPreviewQuery = Type.Object({
  startsAt: Type.Optional(described(Instant, 'Time from which points would expire.')),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Days until points expire. Default: the value of the programme.',
    }),
  ),
})
export const ExpiryPreview = Type.Object(
  {
    members: Type.Integer({ description: 'Number of members who would lose points within a year.' }),
    points: Type.Integer({ description: 'Number of points that would expire within a year.' }),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Month, such as `2027-03`.', examples: ['2026-11'] }),
        members: Type.Integer({ description: 'Number of members who would lose points in the month.' }),
        points: Type.Integer({ description: 'Number of points that would expire in the month.' }),
      }),
      { description: 'Months in which points would expire.' },
    ),
    complete: Type.Boolean({ description: 'Whether all members were read. False in very large programmes.' }),
  },
  { title: 'LoyaltyExpiryPreview' },
)

const nextExpiry = Nullable(
  Type.Object(
    {
      at: Type.String({ format: 'date-time', description: 'Last moment the points can be spent.' }),
      points: Type.Integer({ description: 'Number of points that expire then.' }),
    },
    { title: 'LoyaltyNextExpiry' },
  ),
)
const summary = {
  balance: Type.Integer({ description: 'Points balance. Negative if spent points came from an order refunded later.' }),
  spendable: Type.Integer({ description: 'Points that can be spent now.' }),
  pending: Type.Integer({ description: 'Points earned that cannot be spent yet.' }),
  tierPoints: Type.Integer({
    description: 'Points ever earned, less refunds. They determine the tier; spending and expiry do not lower them.',
  }),
  tier: Nullable(Type.String({ description: 'Name of the current tier. Null below the first.', examples: ['Silver'] })),
  nextExpiry: described(nextExpiry, 'Points that expire next. Null if none expire.'),
}
export const MemberSummary = Type.Object(
  { id: described(Id, 'Id of the loyalty member, a UUIDv7.'), ...summary },
  { title: 'LoyaltyMemberSummary' },
)
export type MemberSummary = Static<typeof MemberSummary>

export const Member = Type.Object(
  {
    id: described(Id, 'Id of the loyalty member, a UUIDv7.'),
    email: sessionOnly(
      Type.String({
        description: 'Email address of the member, for signed-in users only.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({ description: 'Masked email address of the member.', examples: ['.doe'] }),
    birthday: Nullable(
      Type.String({ description: 'Birthday of the member, as `MM-DD`. Null if unknown.', examples: ['04-30'] }),
    ),
    ...summary,
    createdAt: described(Instant, 'Time the member joined.'),
    updatedAt: described(Instant, 'Time the loyalty member was last changed.'),
  },
  { title: 'LoyaltyMember' },
)
export type Member = Static<typeof Member>
export const MemberPage = page(Member)
export const MemberFilters = pageQuery({
  tier: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'Filter: members of this tier.', examples: ['Silver'] }),
  ),
})
export const ByEmail = Type.Object({
  email: described(Email, 'Email address of the member.', 'jane.doe@customer.example'),
})

const Birthday = Nullable(
  Type.String({
    pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    maxLength: 5,
    'x-expected': 'must be a month and a day such as 04-30',
    description:
      'Birthday of the member as `MM-DD`. A changed date brings no second reward within a year. Null for none.',
    examples: ['04-30'],
  }),
)
export const NewMember = Type.Object(
  {
    email: described(Email, 'Email address of the new member.', 'jane.doe@customer.example'),
    birthday: Type.Optional(Birthday),
  },
  { title: 'NewLoyaltyMember' },
)
export const MemberChanges = Type.Object({ birthday: Birthday }, { title: 'LoyaltyMemberChanges' })

export const journalKinds = [
  'order',
  'grant',
  'birthday',
  'referral',
  'import',
  'review',
  'redemption',
  'reversal',
  'expiry',
  'program',
] as const
export type JournalKind = (typeof journalKinds)[number]
export const JournalLine = Type.Object(
  {
    id: described(Id, 'Id of the journal line, a UUIDv7.'),
    memberId: described(Id, 'Id of the loyalty member.'),
    kind: OneOf(journalKinds, { description: 'Cause of the change. `program`: the terms were changed.' }),
    ref: Nullable(
      Type.String({
        description: 'Id of the order, grant, redemption, referral or review reward. Null for other causes.',
        examples: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'],
      }),
    ),
    delta: Type.Integer({ description: 'Change of the balance in points, signed.' }),
    balance: Type.Integer({ description: 'Balance in points after the change.' }),
    rateVersion: Nullable(
      Type.Integer({ description: 'Version of the rate that applied to the order. Null for other causes.' }),
    ),
    reason: Nullable(
      Type.String({ description: 'Reason given with a grant. Null for other changes.', examples: [null] }),
    ),
    at: described(Instant, 'Time the points changed, which may be earlier than `createdAt`.'),
    createdAt: described(Instant, 'Time the line was written.'),
  },
  { title: 'LoyaltyJournalLine' },
)
export type JournalLine = Static<typeof JournalLine>
export const JournalPage = page(JournalLine)
export const JournalQuery = pageQuery({})

export const JournalExportQuery = Type.Object({
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Filter: lines written at or after this time.' }),
  ),
})

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7E]+$',
  'x-expected': 'must be of visible ASCII characters',
  description: 'Key chosen by the caller. A repeat with the same key returns the first result.',
  examples: ['wait-2026-11-20'],
})
export const NewGrant = Type.Object(
  {
    points: Type.Integer({
      minimum: -maxPoints,
      maximum: maxPoints,
      not: { const: 0 },
      'x-expected': 'must be a whole number other than 0',
      description: 'Points to grant. Negative numbers take points.',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: 'Reason for the grant, as members see it.',
      examples: ['Sorry for the wait'],
    }),
    idempotencyKey: IdempotencyKey,
  },
  { title: 'NewLoyaltyGrant' },
)
export const Grant = Type.Object(
  {
    id: described(Id, 'Id of the grant, a UUIDv7.'),
    memberId: described(Id, 'Id of the loyalty member.'),
    points: Type.Integer({ description: 'Number of points granted. Negative numbers take points.' }),
    reason: Nullable(
      Type.String({ description: 'Reason for the grant. Null without one.', examples: ['Sorry for the wait'] }),
    ),
    grantedAt: described(Instant, 'Time the points were granted.'),
    member: MemberSummary,
  },
  { title: 'LoyaltyGrant' },
)

export const rewardKinds = ['fixed_amount', 'percent', 'free_shipping', 'product', 'custom'] as const
export const codeSources = ['none', 'shared', 'pool', 'platform'] as const
const reward = {
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    pattern: '\\S',
    'x-expected': 'must hold more than spaces',
    description: 'Name of the reward.',
    examples: ['Acme'],
  }),
  description: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1000,
        description: 'Description of the reward for shoppers. Null clears it.',
        examples: ['Stoneware, holds 0.4 litres.'],
      }),
    ),
  ),
  value: Type.Optional(
    Nullable(
      described(
        MinimumTotal,
        'Value of the reward: an amount in `currency`, or a percentage, as a decimal string.',
        '5.00',
      ),
    ),
  ),
  currency: Type.Optional(
    Nullable(described(Currency, 'Currency of `value`, as an ISO 4217 code. Required for `fixed_amount`.', 'EUR')),
  ),
  platformProductId: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id of the product in the shop that the reward gives. Only for kind `product`.',
        examples: ['mug-01'],
      }),
    ),
  ),
  cost: Type.Integer({ minimum: 1, maximum: maxPoints, description: 'Number of points the reward costs.' }),
  code: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Coupon code for everybody. Only for `shared` codes.',
        examples: [null],
      }),
    ),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Whether members can redeem the reward.' })),
}
export const NewReward = Type.Object(
  {
    ...reward,
    kind: OneOf(rewardKinds, { description: 'Kind of the reward.' }),
    codes: Type.Optional(
      OneOf(codeSources, {
        default: 'none',
        description:
          'Source of the codes. `platform`: the connected shop makes them. `pool`: each redemption gets one you sent. `none`: you make them yourself.',
      }),
    ),
  },
  { title: 'NewLoyaltyReward' },
)
export type NewReward = Static<typeof NewReward>
export const RewardChanges = Type.Partial(Type.Object(reward), { title: 'LoyaltyRewardChanges' })
export type RewardChanges = Static<typeof RewardChanges>
export const Reward = Type.Object(
  {
    id: described(Id, 'Id of the reward, a UUIDv7.'),
    name: Type.String({ description: 'Name of the reward.', examples: ['Acme'] }),
    description: Nullable(
      Type.String({
        description: 'Description of the reward for shoppers. Null without one.',
        examples: ['Stoneware, holds 0.4 litres.'],
      }),
    ),
    kind: OneOf(rewardKinds, { description: 'Kind of the reward.' }),
    value: Nullable(
      described(
        Amount,
        'Value of the reward: an amount in `currency`, or a percentage, as a decimal string. Null for kinds without one.',
        '5.00',
      ),
    ),
    currency: Nullable(
      Type.String({
        description: 'Currency of `value`, as an ISO 4217 code. Null for kinds without an amount.',
        examples: ['EUR'],
      }),
    ),
    platformProductId: Nullable(
      Type.String({
        description: 'Id of the product in the shop that the reward gives. Null for other kinds.',
        examples: ['mug-01'],
      }),
    ),
    cost: Type.Integer({ description: 'Number of points the reward costs.' }),
    codes: OneOf(codeSources, { description: 'Source of the codes for redemptions.' }),
    code: Nullable(
      Type.String({
        description: 'Coupon code for everybody. Null with a pool of codes, and without codes.',
        examples: [null],
      }),
    ),
    codesFree: Nullable(Type.Integer({ description: 'Number of unused codes in the pool. Null without a pool.' })),
    active: Type.Boolean({ description: 'Whether members can redeem the reward.' }),
    createdAt: described(Instant, 'Time the reward was created.'),
    updatedAt: described(Instant, 'Time the reward was last changed.'),
  },
  { title: 'LoyaltyReward' },
)
export type Reward = Static<typeof Reward>
export const RewardPage = page(Reward)
export const RewardFilters = pageQuery({
  active: Type.Optional(Type.Boolean({ description: 'Filter: `true` for active rewards, `false` for inactive ones.' })),
})
export const NewCodes = Type.Object(
  {
    codes: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[\\x21-\\x7E]+$',
        'x-expected': 'must be of visible ASCII characters',
      }),
      { minItems: 1, maxItems: 1000, description: 'Codes to add. Each is given to one redemption.' },
    ),
  },
  { title: 'NewLoyaltyCodes' },
)
export const CodesReport = Type.Object(
  {
    received: Type.Integer({ description: 'Number of codes in the request.' }),
    added: Type.Integer({ description: 'Number of codes added to the pool.' }),
    duplicates: Type.Integer({ description: 'Number of codes sent twice or already in the pool.' }),
  },
  { title: 'LoyaltyCodesReport' },
)

export const NewRedemption = Type.Object(
  {
    memberId: described(Id, 'Id of the member who redeems the reward.'),
    rewardId: described(Id, 'Id of the reward.'),
    idempotencyKey: IdempotencyKey,
  },
  { title: 'NewLoyaltyRedemption' },
)
export type NewRedemption = Static<typeof NewRedemption>
export const redemptionStates = ['pending', 'issued', 'reversed', 'failed'] as const
export const Redemption = Type.Object(
  {
    id: described(Id, 'Id of the redemption, a UUIDv7.'),
    memberId: described(Id, 'Id of the loyalty member.'),
    rewardId: described(Id, 'Id of the reward.'),
    rewardName: Type.String({ description: 'Name of the reward.', examples: ['5 € off'] }),
    points: Type.Integer({ description: 'Number of points spent.' }),
    code: Nullable(
      Type.String({
        description: 'Coupon code for the checkout. Null without codes, and until one is made.',
        examples: ['MUG-7F3K'],
      }),
    ),
    status: OneOf(redemptionStates, {
      description:
        'Status of the redemption. `pending`: the shop is making the code. `reversed`: the points were returned. `failed`: the shop made no code, and the points were returned.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason there is no code. Null otherwise.',
        examples: ['Shopify does not make the code: EXCEEDED_MAX.'],
      }),
    ),
    createdAt: described(Instant, 'Time the redemption was created.'),
    reversedAt: WhenOrNull('Time the points were returned. Null if they were not.'),
    member: MemberSummary,
  },
  { title: 'LoyaltyRedemption' },
)
export const RedemptionRow = Type.Omit(Redemption, ['member'], { title: 'LoyaltyRedemptionRow' })
export const RedemptionPage = page(RedemptionRow)
export const RedemptionFilters = pageQuery({
  memberId: Type.Optional(described(Id, 'Filter: redemptions of this member.')),
})

export const referralStates = ['pending', 'review', 'ordered', 'completed', 'reversed', 'blocked'] as const
export const NewReferral = Type.Object(
  {
    advocateMemberId: described(Id, 'Id of the member who recommended the shop.'),
    friendEmail: described(Email, 'Email address of the friend.', 'sam.kent@customer.example'),
  },
  { title: 'NewLoyaltyReferral' },
)
export const ReferralDecision = Type.Object(
  { decision: OneOf(['approve', 'block'], { description: 'Decision on a referral in `review`.' }) },
  { title: 'LoyaltyReferralDecision' },
)
export const Referral = Type.Object(
  {
    id: described(Id, 'Id of the referral, a UUIDv7.'),
    advocateMemberId: described(Id, 'Id of the member who recommended the shop.'),
    friendEmail: sessionOnly(
      Type.String({ description: 'Email address of the friend.', examples: ['sam.kent@customer.example'] }),
    ),
    friendEmailLast4: Type.String({ description: 'Masked email address of the friend.', examples: ['kent'] }),
    code: Type.String({
      description: "Code that the friend's first order sends as `referralCode`.",
      examples: ['K7QM2XWT9P'],
    }),
    state: OneOf(referralStates, {
      description:
        'State of the referral. `pending`: no order yet. `review`: suspicious, awaits a decision. `ordered`: the points cannot be spent yet. `reversed`: refunded or cancelled.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason it is blocked, reversed or in review. More reasons may follow. Null otherwise.',
        examples: [null],
      }),
    ),
    orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
    completedAt: WhenOrNull('Time both were rewarded. Null until then.'),
    createdAt: described(Instant, 'Time the referral was created.'),
    updatedAt: described(Instant, 'Time the referral was last changed.'),
  },
  { title: 'LoyaltyReferral' },
)
export type Referral = Static<typeof Referral>
export const ReferralPage = page(Referral)
export const ReferralFilters = pageQuery({
  state: Type.Optional(AnyOf(referralStates, { description: 'Filter: referrals in these states.' })),
  advocateMemberId: Type.Optional(described(Id, 'Filter: referrals of this member.')),
})

export const Liability = Type.Object(
  {
    outstanding: Type.Integer({
      description: 'Points that members can spend now, less negative balances.',
    }),
    months: Type.Array(
      Type.Object({
        month: Type.String({
          description: "Month in the programme's time zone, such as `2026-11`.",
          examples: ['2026-11'],
        }),
        earned: Type.Integer({ description: 'Points earned by orders and grants.' }),
        redeemed: Type.Integer({ description: 'Points redeemed.' }),
        lapsed: Type.Integer({ description: 'Points expired.' }),
        corrected: Type.Integer({ description: 'Points of refunds, cancellations and reversals, signed.' }),
        outstanding: Type.Integer({ description: 'Points outstanding at the end of the month.' }),
      }),
      { description: 'Months with changes, newest first.' },
    ),
  },
  { title: 'LoyaltyLiability' },
)

const OfferedReward = Type.Object(
  {
    id: described(Id, 'Id of the reward, a UUIDv7.'),
    name: Type.String({ description: 'Name of the reward.', examples: ['Acme'] }),
    description: Nullable(
      Type.String({
        description: 'Description of the reward for shoppers. Null without one.',
        examples: ['Stoneware, holds 0.4 litres.'],
      }),
    ),
    kind: OneOf(rewardKinds, { description: 'Kind of the reward.' }),
    value: Nullable(
      described(
        Amount,
        'Value of the reward: an amount in `currency`, or a percentage, as a decimal string. Null for kinds without one.',
        '5.00',
      ),
    ),
    currency: Nullable(
      Type.String({
        description: 'Currency of `value`, as an ISO 4217 code. Null for kinds without an amount.',
        examples: ['EUR'],
      }),
    ),
    cost: Type.Integer({ description: 'Number of points the reward costs.' }),
  },
  { title: 'StorefrontLoyaltyReward' },
)
export const StorefrontMember = Type.Object(
  {
    id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the member, a UUIDv7. Null for shoppers who never earned points.',
      }),
    ),
    ...summary,
    tiers: Type.Array(Tier, { description: 'Loyalty tiers by point threshold.' }),
    rewards: Type.Array(OfferedReward, { description: 'Rewards to choose from, cheapest first.' }),
    pointsPerUnit: Type.Number({ description: 'Points for one unit of the order currency.' }),
    holdDays: Type.Integer({ description: 'Days after an order until its points can be spent.' }),
    expiryDays: Nullable(Type.Integer({ description: 'Days until points expire. Null if points do not expire.' })),
    explained: Explanation,
  },
  { title: 'StorefrontLoyaltyMember' },
)
