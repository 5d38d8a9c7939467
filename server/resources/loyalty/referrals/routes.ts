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
    plan: 'loyalty',
    summary: 'List loyalty referrals, newest first',
    query: ReferralFilters,
    returns: ReferralPage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'loyalty.create_referral',
    http: 'POST /loyalty/referrals',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Create a loyalty referral',
    description:
      "The friend's first order sends the code as `referralCode`. Both are rewarded once its points can be spent.",
    body: withExample(NewReferral, {
      advocateMemberId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
      friendEmail: 'bo.berg@customer.example',
    }),
    returns: Referral,
    status: 201,
    location: '/loyalty/referrals',
    errors: ['already_referred', 'not_first_order', 'program_disabled', 'self_referral'],
    run: ({ tx, body }) => createReferral(tx, body),
  }),
  operation({
    id: 'loyalty.decide_referral',
    http: 'PATCH /loyalty/referrals/:id',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'loyalty',
    summary: 'Decide a suspicious referral',
    params: byId,
    body: withExample(ReferralDecision, { decision: 'approve' }),
    returns: Referral,
    errors: ['program_disabled'],
    run: ({ tx, params, body, audit }) => decideReferral(tx, audit, params.id, body.decision),
  }),
]
