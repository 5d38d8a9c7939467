import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { NewReferral, Referral, ReferralDecision, ReferralFilters, ReferralPage } from '../schema.ts'
import { createReferral, decideReferral } from './commands.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'loyalty.list_referrals',
    http: 'GET /loyalty/referrals',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'List who was recommended by whom, newest first.',
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
    summary: 'Let a member recommend the store to a friend.',
    description:
      "The friend's first order names the code in `referralCode`; then both are rewarded once its points mature.",
    body: NewReferral,
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
    summary: 'Decide a referral that looks odd.',
    params: byId,
    body: ReferralDecision,
    returns: Referral,
    errors: ['program_disabled'],
    run: ({ tx, params, body, audit }) => decideReferral(tx, audit, params.id, body.decision),
  }),
]
