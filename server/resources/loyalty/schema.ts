// Addresses of members are visible only to signed-in users.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  Amount,
  AnyOf,
  Currency,
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
  description: 'A name of the IANA database, such as `Europe/Berlin`.',
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
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
    threshold: Points('From how many `tierPoints` on a member is called so.'),
  },
  { title: 'LoyaltyTier' },
)

const Rate = Type.Object(
  {
    version: Type.Integer({ description: 'Counts up from 1.' }),
    validFrom: Instant,
    pointsPerUnit: Type.Number({ description: 'Points for one unit of the currency of an order.' }),
    holdDays: Type.Integer(),
    currency: Nullable(Type.String({ description: 'The only one that counts; null where each does.' })),
  },
  { title: 'LoyaltyRate' },
)

const PointsPerUnit = Type.Number({
  minimum: 0,
  maximum: 1000,
  multipleOf: 0.0001,
  description: 'Points for one unit of the currency of an order. A change counts for orders placed from then on.',
})
const HoldDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'So many days after an order its points can be spent. A change counts for orders placed from then on.',
})

const ProgramCurrency = Nullable(
  Type.Unsafe<string>({
    ...Currency,
    description:
      'The currency that points are given for: an order in another earns nothing, and points are never converted. Null: each order counts in its own. A change counts for orders placed from then on.',
  }),
)

export const explainedKinds = ['order', 'refund', 'hold', 'birthday', 'referral', 'expiry'] as const
export const ExplainedRule = Type.Object(
  {
    kind: OneOf(explainedKinds, { description: 'What the sentence is about; an open set of words.' }),
    en: Type.String({ description: 'In English.', examples: ['1 point for every €1 of an order.'] }),
    de: Type.String({ description: 'In German.', examples: ['1 Punkt für je 1 € einer Bestellung.'] }),
    fr: Type.String({ description: 'In French.', examples: ['1 point par tranche de 1\u00a0€ d’une commande.'] }),
    es: Type.String({ description: 'In Spanish.', examples: ['1 punto por cada 1\u00a0€ de un pedido.'] }),
    it: Type.String({ description: 'In Italian.', examples: ['1 punto per ogni 1\u00a0€ di un ordine.'] }),
    nl: Type.String({ description: 'In Dutch.', examples: ['1 punt voor elke €\u00a01 van een bestelling.'] }),
    pt: Type.String({ description: 'In Portuguese.', examples: ['1 ponto por cada 1\u00a0€ de uma encomenda.'] }),
    pl: Type.String({ description: 'In Polish.', examples: ['1 punkt za każde 1\u00a0€ zamówienia.'] }),
    ar: Type.String({ description: 'In Arabic.', examples: ['مقابل كل \u200f1\u00a0€ من الطلب: نقطة واحدة.'] }),
    he: Type.String({ description: 'In Hebrew.', examples: ['על כל \u200f1\u00a0\u200f€ של הזמנה: \u200fנקודה אחת.'] }),
  },
  { title: 'LoyaltyRule' },
)
export type Explained = Static<typeof ExplainedRule>
const Explanation = Type.Array(ExplainedRule, {
  description: "The rules in a shopper's words, as the widget shows them. What gives nothing is left out.",
})

export const Program = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether orders earn points and points can be spent.' }),
    startsAt: WhenOrNull('Orders placed before earn nothing; null while no programme was saved.'),
    pointsPerUnit: PointsPerUnit,
    holdDays: HoldDays,
    currency: ProgramCurrency,
    timezone: Type.String({ description: 'By whose days points lapse and birthdays come.' }),
    expiry: Type.Object(
      {
        enabled: Type.Boolean(),
        startsAt: WhenOrNull('What was earned before counts as earned then.'),
        days: Nullable(Type.Integer()),
      },
      { title: 'LoyaltyExpiry' },
    ),
    tiers: Type.Array(Tier),
    birthdayPoints: Type.Integer(),
    reviewPoints: Type.Integer({ description: 'For a review under an incentive of points that names none.' }),
    referral: Type.Object(
      {
        advocatePoints: Type.Integer({ description: 'For the member who recommends.' }),
        friendPoints: Type.Integer({ description: 'For the one who came by it.' }),
        minimumTotal: Type.String({ description: 'What the first order must come to, less what was refunded.' }),
      },
      { title: 'LoyaltyReferralTerms' },
    ),
    rates: Type.Array(Rate, { description: 'Every rate there was, the newest first. None is ever changed.' }),
    explained: Explanation,
    updatedAt: WhenOrNull('When it was last changed.'),
  },
  { title: 'LoyaltyProgram' },
)
export type Program = Static<typeof Program>

export const ProgramChanges = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    startsAt: Type.Optional(Instant),
    pointsPerUnit: Type.Optional(PointsPerUnit),
    holdDays: Type.Optional(HoldDays),
    currency: Type.Optional(ProgramCurrency),
    timezone: Type.Optional(Zone),
    expiry: Type.Optional(
      Type.Object({
        enabled: Type.Boolean(),
        startsAt: Type.Optional(Nullable(Instant)),
        days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
      }),
    ),
    tiers: Type.Optional(Type.Array(Tier, { maxItems: 10 })),
    birthdayPoints: Type.Optional(Points('For a birthday, once a year.')),
    reviewPoints: Type.Optional(
      Points('For a review under an incentive of kind `points` that names none; by itself it offers nothing.'),
    ),
    referral: Type.Optional(
      Type.Object({
        advocatePoints: Type.Optional(Points('For the member who recommends.')),
        friendPoints: Type.Optional(Points('For the one who came by it.')),
        minimumTotal: Type.Optional(MinimumTotal),
      }),
    ),
  },
  { title: 'LoyaltyProgramChanges' },
)
export type ProgramChanges = Static<typeof ProgramChanges>

export const OrderPreviewQuery = Type.Object({
  total: Type.Unsafe<string>({ ...MinimumTotal, description: 'What the order comes to.' }),
  refundedTotal: Type.Optional(Type.Unsafe<string>({ ...MinimumTotal, description: 'What of it was given back.' })),
  pointsPerUnit: Type.Optional(PointsPerUnit),
  holdDays: Type.Optional(HoldDays),
  expiryDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'Instead of those of the programme.' }),
  ),
})
export const OrderPreview = Type.Object(
  {
    points: Type.Integer({ description: 'What an order of this moment would earn.' }),
    maturesAt: Instant,
    lapsesAt: WhenOrNull('The last moment at which they could be spent; null where points do not lapse.'),
  },
  { title: 'LoyaltyOrderPreview' },
)

export const ExpiryPreviewQuery = Type.Object({
  startsAt: Type.Optional(Instant),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, description: 'Instead of those of the programme.' })),
})
export const ExpiryPreview = Type.Object(
  {
    members: Type.Integer({ description: 'Who would lose points within a year.' }),
    points: Type.Integer(),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Such as `2027-03`.' }),
        members: Type.Integer({ description: 'Who would lose points in it.' }),
        points: Type.Integer({ description: 'How many would lapse in it.' }),
      }),
      { description: 'Those in which something would lapse.' },
    ),
    complete: Type.Boolean({ description: '`false` where only the first members of very many were looked at.' }),
  },
  { title: 'LoyaltyExpiryPreview' },
)

const nextExpiry = Nullable(
  Type.Object(
    {
      at: Type.String({ format: 'date-time', description: 'The last moment at which they can be spent.' }),
      points: Type.Integer(),
    },
    { title: 'LoyaltyNextExpiry' },
  ),
)
const summary = {
  balance: Type.Integer({ description: 'Below 0 where points were spent whose order was refunded later.' }),
  spendable: Type.Integer({ description: 'The balance, and never below 0.' }),
  pending: Type.Integer({ description: 'Earned, and not matured yet.' }),
  tierPoints: Type.Integer({ description: 'Ever earned, less refunds; spending and lapsing do not lower it.' }),
  tier: Nullable(Type.String({ description: 'The highest tier that is reached.' })),
  nextExpiry,
}
export const MemberSummary = Type.Object({ id: Id, ...summary }, { title: 'LoyaltyMemberSummary' })
export type MemberSummary = Static<typeof MemberSummary>

export const Member = Type.Object(
  {
    id: Id,
    email: sessionOnly(Type.String()),
    emailLast4: Type.String({ description: 'The masked form of the address.' }),
    birthday: Nullable(Type.String({ description: 'As `MM-DD`.' })),
    ...summary,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'LoyaltyMember' },
)
export type Member = Static<typeof Member>
export const MemberPage = page(Member)
export const MemberFilters = pageQuery({
  tier: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'The name of a tier.' })),
})
export const ByEmail = Type.Object({ email: Email })

const Birthday = Nullable(
  Type.String({
    pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    maxLength: 5,
    'x-expected': 'must be a month and a day such as 04-30',
    description: 'As `MM-DD`. A changed date brings no second reward within a year.',
  }),
)
export const NewMember = Type.Object({ email: Email, birthday: Type.Optional(Birthday) }, { title: 'NewLoyaltyMember' })
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
    id: Id,
    memberId: Id,
    kind: OneOf(journalKinds, { description: 'What changed the balance. `program`: the terms were changed.' }),
    ref: Nullable(
      Type.String({ description: 'The id of the order, grant, redemption, referral or reward for a review.' }),
    ),
    delta: Type.Integer({ description: 'By how much, signed.' }),
    balance: Type.Integer({ description: 'What it came to.' }),
    rateVersion: Nullable(Type.Integer({ description: 'Which rate of the programme counted for the order.' })),
    reason: Nullable(Type.String()),
    at: Instant,
    createdAt: Instant,
  },
  { title: 'LoyaltyJournalLine' },
)
export type JournalLine = Static<typeof JournalLine>
export const JournalPage = page(JournalLine)
export const JournalQuery = pageQuery({})

export const JournalExportQuery = Type.Object({
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only lines written from then on.' })),
})

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7E]+$',
  'x-expected': 'must be of visible ASCII characters',
  description: 'The same call again answers what the first one made.',
})
export const NewGrant = Type.Object(
  {
    points: Type.Integer({
      minimum: -maxPoints,
      maximum: maxPoints,
      not: { const: 0 },
      'x-expected': 'must be a whole number other than 0',
      description: 'What is given, or taken where it is below 0.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
    idempotencyKey: IdempotencyKey,
  },
  { title: 'NewLoyaltyGrant' },
)
export const Grant = Type.Object(
  {
    id: Id,
    memberId: Id,
    points: Type.Integer(),
    reason: Nullable(Type.String()),
    grantedAt: Instant,
    member: MemberSummary,
  },
  { title: 'LoyaltyGrant' },
)

export const rewardKinds = ['fixed_amount', 'percent', 'free_shipping', 'product', 'custom'] as const
export const codeSources = ['none', 'shared', 'pool', 'platform'] as const
const reward = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  value: Type.Optional(Nullable(MinimumTotal)),
  currency: Type.Optional(Nullable(Currency)),
  platformProductId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  cost: Type.Integer({ minimum: 1, maximum: maxPoints, description: 'How many points it takes.' }),
  code: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 64, description: 'Of `shared` codes the one that all get.' })),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Whether it can be chosen.' })),
}
export const NewReward = Type.Object(
  {
    ...reward,
    kind: OneOf(rewardKinds),
    codes: Type.Optional(
      OneOf(codeSources, {
        default: 'none',
        description:
          '`platform`: the connected shop makes a code for each redemption. `pool`: each gets one of its own of those that were sent. `none`: you make it yourself.',
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
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    kind: OneOf(rewardKinds),
    value: Nullable(Amount),
    currency: Nullable(Type.String()),
    platformProductId: Nullable(Type.String()),
    cost: Type.Integer(),
    codes: OneOf(codeSources),
    code: Nullable(Type.String()),
    codesFree: Nullable(Type.Integer({ description: 'Of a pool: codes that nobody has got yet.' })),
    active: Type.Boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'LoyaltyReward' },
)
export type Reward = Static<typeof Reward>
export const RewardPage = page(Reward)
export const RewardFilters = pageQuery({ active: Type.Optional(Type.Boolean()) })
export const NewCodes = Type.Object(
  {
    codes: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[\\x21-\\x7E]+$',
        'x-expected': 'must be of visible ASCII characters',
      }),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  { title: 'NewLoyaltyCodes' },
)
export const CodesReport = Type.Object(
  { received: Type.Integer(), added: Type.Integer(), duplicates: Type.Integer() },
  { title: 'LoyaltyCodesReport' },
)

export const NewRedemption = Type.Object(
  { memberId: Id, rewardId: Id, idempotencyKey: IdempotencyKey },
  { title: 'NewLoyaltyRedemption' },
)
export type NewRedemption = Static<typeof NewRedemption>
export const redemptionStates = ['pending', 'issued', 'reversed', 'failed'] as const
export const Redemption = Type.Object(
  {
    id: Id,
    memberId: Id,
    rewardId: Id,
    rewardName: Type.String(),
    points: Type.Integer(),
    code: Nullable(
      Type.String({
        description: 'What the shopper enters; null where the reward has no codes, and before there is one.',
      }),
    ),
    status: OneOf(redemptionStates, {
      description:
        '`pending`: the shop is being asked for the code. `reversed`: the points were given back. `failed`: so they were, since the shop made no code.',
    }),
    reason: Nullable(Type.String({ description: 'Why there is no code.' })),
    createdAt: Instant,
    reversedAt: WhenOrNull('When the points were given back.'),
    member: MemberSummary,
  },
  { title: 'LoyaltyRedemption' },
)
export const RedemptionRow = Type.Omit(Redemption, ['member'], { title: 'LoyaltyRedemptionRow' })
export const RedemptionPage = page(RedemptionRow)
export const RedemptionFilters = pageQuery({ memberId: Type.Optional(Id) })

export const referralStates = ['pending', 'review', 'ordered', 'completed', 'reversed', 'blocked'] as const
export const NewReferral = Type.Object({ advocateMemberId: Id, friendEmail: Email }, { title: 'NewLoyaltyReferral' })
export const ReferralDecision = Type.Object(
  { decision: OneOf(['approve', 'block'], { description: 'Of one that waits for a person.' }) },
  { title: 'LoyaltyReferralDecision' },
)
export const Referral = Type.Object(
  {
    id: Id,
    advocateMemberId: Id,
    friendEmail: sessionOnly(Type.String()),
    friendEmailLast4: Type.String({ description: 'The masked form of the address.' }),
    code: Type.String({ description: 'What the first order of the friend names in `referralCode`.' }),
    state: OneOf(referralStates, {
      description:
        '`pending`: no order yet; `review`: it looks odd and waits for a person; `ordered`: the order qualified and its points mature; `reversed`: it was refunded or cancelled.',
    }),
    reason: Nullable(Type.String({ description: 'Why it is blocked, reversed or in review; an open set of words.' })),
    orderId: Nullable(Id),
    completedAt: WhenOrNull('When both were rewarded.'),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'LoyaltyReferral' },
)
export type Referral = Static<typeof Referral>
export const ReferralPage = page(Referral)
export const ReferralFilters = pageQuery({
  state: Type.Optional(AnyOf(referralStates)),
  advocateMemberId: Type.Optional(Id),
})

export const Liability = Type.Object(
  {
    outstanding: Type.Integer({
      description: 'What all members together could spend now, and owe where they are below 0.',
    }),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Such as `2026-11`, of the programme’s zone.' }),
        earned: Type.Integer(),
        redeemed: Type.Integer(),
        lapsed: Type.Integer(),
        corrected: Type.Integer({ description: 'Refunds, cancellations and reversals, signed.' }),
        outstanding: Type.Integer({ description: 'At the end of the month.' }),
      }),
    ),
  },
  { title: 'LoyaltyLiability' },
)

const OfferedReward = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    kind: OneOf(rewardKinds),
    value: Nullable(Amount),
    currency: Nullable(Type.String()),
    cost: Type.Integer(),
  },
  { title: 'StorefrontLoyaltyReward' },
)
export const StorefrontMember = Type.Object(
  {
    id: Nullable(Type.String({ format: 'uuid', description: 'Null for a shopper who has never earned anything.' })),
    ...summary,
    tiers: Type.Array(Tier),
    rewards: Type.Array(OfferedReward, { description: 'What can be chosen, the cheapest first.' }),
    pointsPerUnit: Type.Number(),
    holdDays: Type.Integer(),
    expiryDays: Nullable(Type.Integer({ description: 'Null where points do not lapse.' })),
    explained: Explanation,
  },
  { title: 'StorefrontLoyaltyMember' },
)
