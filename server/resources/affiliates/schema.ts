import { type Static, Type } from 'typebox'
import { Amount, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

/** The code as written in the link. Matching ignores case. */
export const Code = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{1,30}[A-Za-z0-9]$',
  'x-expected': 'must be 3 to 32 letters, digits and hyphens',
  examples: ['acme'],
})

export const Joining = Type.Object({
  code: Type.Optional({ ...Code, description: 'Code of your link. Default: a generated one.' }),
})

const inDollars = {
  ...Amount,
  examples: ['59.80'],
  description: 'Amount of the payout in US dollars, as a decimal string.',
}

export const Affiliate = Type.Object(
  {
    code: Type.String({ description: 'Code of the affiliate link.', examples: ['acme'] }),
    url: Type.String({ description: 'Link to share.', examples: ['https://evident.example/r/acme'] }),
    balance: Type.Object(
      {
        pending: { ...inDollars, description: 'Amount earned in the last 30 days, as a decimal string.' },
        payable: {
          ...inDollars,
          description: 'Amount due with the next payout, as a decimal string. Negative after refunds.',
        },
        paid: { ...inDollars, description: 'Amount paid out so far, as a decimal string.' },
      },
      { title: 'AffiliateBalance' },
    ),
    currency: OneOf(['USD'], { description: 'Currency of all amounts: always `USD`.' }),
    createdAt: described(Instant, 'Time the affiliate account was created.'),
  },
  { title: 'Affiliate' },
)
export type Affiliate = Static<typeof Affiliate>

export const Referral = Type.Object(
  {
    id: described(Id, 'Id of the referral, a UUIDv7.'),
    organization: Type.String({ description: 'Name of the referred organization.', examples: ['Larkmoor'] }),
    state: OneOf(['signed_up', 'paying', 'ended', 'rejected'], {
      description:
        'State of the referral. `signed_up`: no payment yet. `paying`: earns commission. `ended`: 12 months passed since the first paid invoice, or the maximum is reached. `rejected`: see `reason`.',
    }),
    reason: Nullable(
      OneOf(['self_referral'], {
        description:
          'Reason for the rejection. `self_referral`: the organization shares a member or email address with yours. Null unless rejected.',
      }),
    ),
    earned: { ...inDollars, description: 'Commission earned so far, as a decimal string, 500.00 at most.' },
    createdAt: described(Instant, 'Time the referral was created.'),
  },
  { title: 'AffiliateReferral' },
)
export type Referral = Static<typeof Referral>

export const Commission = Type.Object(
  {
    id: described(Id, 'Id of the commission, a UUIDv7.'),
    referralId: described(Id, 'Id of the referral that earned this commission.'),
    invoiceId: described(Id, 'Id of the invoice that was paid or refunded.'),
    amount: { ...inDollars, description: 'Commission amount, as a decimal string. Negative for refunds.' },
    earnedAt: described(Instant, 'Time the commission was earned.'),
    payableAt: described(Instant, 'Time from which the commission can be paid out.'),
  },
  { title: 'AffiliateCommission' },
)
export type Commission = Static<typeof Commission>

export const Payout = Type.Object(
  {
    id: described(Id, 'Id of the payout, a UUIDv7.'),
    amount: inDollars,
    createdAt: described(Instant, 'Time the payout was created.'),
  },
  { title: 'AffiliatePayout' },
)
export type Payout = Static<typeof Payout>
