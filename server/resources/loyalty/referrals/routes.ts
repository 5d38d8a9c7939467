import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { createReferral, decideReferral } from './commands.ts'
import { NewReferral, Referral, ReferralDecision, ReferralFilters, ReferralPage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'loyalty.list_referrals',
    http: 'GET /loyalty/referrals',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List loyalty referrals, newest first',
      description: 'Returns the referrals of friends by members, newest first, one page at a time.',
    },
    input: { query: ReferralFilters },
    output: { body: ReferralPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'loyalty.create_referral',
    http: 'POST /loyalty/referrals',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Create a loyalty referral',
      description:
        "Send the code as `referralCode` of the friend's first order. Both people are rewarded when the points of that order can be spent.",
    },
    input: {
      body: withExample(NewReferral, {
        advocateMemberId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
        friendEmail: 'bo.berg@customer.example',
      }),
    },
    output: {
      body: Referral,
      status: 201,
      location: '/loyalty/referrals',
      errors: ['already_referred', 'not_first_order', 'program_disabled', 'self_referral'],
    },
    run: ({ tx, body }) => createReferral(tx, body),
  }),
  operation({
    id: 'loyalty.decide_referral',
    http: 'PATCH /loyalty/referrals/:id',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Decide a suspicious referral',
      description: 'Approves or blocks a referral in the state `review`. Referrals in other states get 409 `conflict`.',
    },
    input: { params: byId, body: withExample(ReferralDecision, { decision: 'approve' }) },
    output: { body: Referral, errors: ['program_disabled'] },
    run: ({ tx, params, body, audit }) => decideReferral(tx, audit, params.id, body.decision),
  }),
]
