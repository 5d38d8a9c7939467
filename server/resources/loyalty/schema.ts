// Email addresses of members are visible only to signed-in users.

import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, emailPattern, Id, Instant, Nullable, notBlank, OneOf, sessionOnly } from '#platform/values/wire.ts'

/** High enough for any member, and low enough that sums remain exact integers in JavaScript. */
export const maxPoints = 100_000_000

export const Points = (description: string) => Type.Integer({ minimum: 0, maximum: maxPoints, description })

export const WhenOrNull = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

export const Email = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: emailPattern,
  'x-expected': 'must be an e-mail address such as jane@example.com',
})

export const MinimumTotal = Type.String({
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
})

const nextExpiry = Nullable(
  Type.Object(
    {
      at: Type.String({ format: 'date-time', description: 'Last moment the points can be spent.' }),
      points: Type.Integer({ description: 'Number of points that expire after `at`.' }),
    },
    { title: 'LoyaltyNextExpiry' },
  ),
)

export const summary = {
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
        description: 'Email address of the member. Absent for keys and tokens.',
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

export const IdempotencyKey = Type.String({
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
      ...notBlank,
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
