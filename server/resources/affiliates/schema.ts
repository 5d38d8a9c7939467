import { type Static, Type } from 'typebox'
import { Amount, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

/** As written in an address. Matching ignores case. */
export const Code = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{1,30}[A-Za-z0-9]$',
  'x-expected': 'must be 3 to 32 letters, digits and hyphens',
  examples: ['acme'],
})

export const Joining = Type.Object({
  code: Type.Optional({ ...Code, description: 'The end of your link. Without it one is made up.' }),
})

const inDollars = { ...Amount, examples: ['59.80'], description: 'US dollars, as a decimal string.' }

export const Affiliate = Type.Object(
  {
    code: Type.String({ description: 'The end of the link.', examples: ['acme'] }),
    url: Type.String({ description: 'The link to give to others.', examples: ['https://evident.example/r/acme'] }),
    balance: Type.Object(
      {
        pending: { ...inDollars, description: 'Earned within the last 30 days.' },
        payable: { ...inDollars, description: 'Earned, and due with the next payout. Below zero after refunds.' },
        paid: { ...inDollars, description: 'Paid out so far.' },
      },
      { title: 'AffiliateBalance' },
    ),
    currency: OneOf(['USD']),
    createdAt: Instant,
  },
  { title: 'Affiliate' },
)
export type Affiliate = Static<typeof Affiliate>

export const Referral = Type.Object(
  {
    id: Id,
    organization: Type.String({ description: 'What the organization is called that you brought.' }),
    state: OneOf(['signed_up', 'paying', 'ended', 'rejected'], {
      description:
        '`signed_up`: has paid nothing yet. `paying`: earns. `ended`: 12 months after the first paid invoice, or the most is earned. `rejected`: see `reason`.',
    }),
    reason: Nullable(
      OneOf(['self_referral'], {
        description: 'Why it was rejected. `self_referral`: it has a member, or a member’s address, of your own.',
      }),
    ),
    earned: { ...inDollars, description: 'So far; 500.00 at most.' },
    createdAt: Instant,
  },
  { title: 'AffiliateReferral' },
)
export type Referral = Static<typeof Referral>

export const Commission = Type.Object(
  {
    id: Id,
    referralId: Id,
    invoiceId: Id,
    amount: { ...inDollars, description: 'Below zero for what was refunded.' },
    earnedAt: Instant,
    payableAt: Instant,
  },
  { title: 'AffiliateCommission' },
)
export type Commission = Static<typeof Commission>

export const Payout = Type.Object({ id: Id, amount: inDollars, createdAt: Instant }, { title: 'AffiliatePayout' })
export type Payout = Static<typeof Payout>
