import { type Static, Type } from 'typebox'
import { Currency, described, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'
import { MinimumTotal, Points, WhenOrNull } from '../schema.ts'

const Zone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Time zone for expiry and birthdays, as an IANA name such as `Europe/Berlin`.',
  examples: ['Europe/London'],
})

export const Tier = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 60,
      ...notBlank,
      description: 'Name of the tier.',
      examples: ['Gold'],
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
        description:
          'Currency that earns points, as an ISO 4217 code. With null, each order counts in its own currency.',
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
      'Currency that earns points, as an ISO 4217 code. Orders in other currencies earn none. With null, each order counts in its own currency. A change applies to later orders.',
    examples: ['EUR'],
  }),
)

const ShopperRedeems = Type.Boolean({
  description:
    'Whether shoppers with a customer token can redeem rewards and get a referral link. Off by default. Codes already given stay valid.',
})

export const explainedKinds = ['order', 'refund', 'hold', 'birthday', 'referral', 'expiry'] as const

export const ExplainedRule = Type.Object(
  {
    kind: OneOf(explainedKinds, { description: 'Kind of rule that the sentence explains. More kinds may follow.' }),
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

export type RuleExplanation = Static<typeof ExplainedRule>

export const Explanation = Type.Array(ExplainedRule, {
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
          'Time from which points can expire. Points that were earned earlier count as earned at this time. Null while points do not expire.',
        ),
        days: Nullable(
          Type.Integer({ description: 'Days until earned points expire. Null while points do not expire.' }),
        ),
      },
      { title: 'LoyaltyExpiry' },
    ),
    tiers: Type.Array(Tier, { description: 'Loyalty tiers by point threshold.' }),
    birthdayPoints: Type.Integer({ description: 'Points a member gets for a birthday, once a year.' }),
    reviewPoints: Type.Integer({
      description: 'Points for a review under a points incentive that sets no number itself.',
    }),
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
    shopperRedeems: ShopperRedeems,
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
                'Time from which points can expire. Points that were earned earlier count as earned at this time. Null uses the time expiry is turned on.',
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
    shopperRedeems: Type.Optional(ShopperRedeems),
    tiers: Type.Optional(Type.Array(Tier, { maxItems: 10, description: 'Loyalty tiers by point threshold.' })),
    birthdayPoints: Type.Optional(Points('Points a member gets for a birthday, once a year.')),
    reviewPoints: Type.Optional(
      Points(
        'Points for a review under a points incentive that sets no number itself. Setting this number alone creates no incentive.',
      ),
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
    maturesAt: described(Instant, 'Time from which the points of the order could be spent.'),
    lapsesAt: WhenOrNull('Last moment the points of the order could be spent. Null if points do not expire.'),
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
