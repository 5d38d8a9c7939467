import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { withExample } from '#platform/values/wire.ts'
import { join, read } from './commands.ts'
import { affiliatesFeature } from './rules.ts'
import { Affiliate, Commission, Joining, Payout, Referral } from './schema.ts'
import * as store from './store.ts'

/** Only for owners, because the data is about the organization's money. */
const owners = {
  tenancy: 'organization',
  access: { role: 'OWNER', session: true },
  plan: { feature: affiliatesFeature },
} as const

export default [
  operation({
    id: 'affiliates.join',
    http: 'POST /affiliates/me',
    ...owners,
    doc: {
      summary: 'Join the affiliate programme',
      description:
        'Repeated calls return the existing account. A sign-up through the link, or within 60 days after following it, counts for you. You earn 20 % of each payment, excluding VAT, for 12 months from the first paid invoice, up to 500.00 US dollars for each organization.',
    },
    input: { body: withExample(Joining, { code: 'acme' }), optional: true },
    output: {
      body: Affiliate,
      status: 201,
      alsoAnswers: 200,
      location: '/affiliates/me',
      errors: ['code_taken', 'already_affiliate'],
    },
    async run({ tx, body, audit, services }) {
      const { affiliate, isNew } = await join(tx, audit, services.origin, body?.code)
      return answer(isNew ? 201 : 200, affiliate)
    },
  }),
  operation({
    id: 'affiliates.get',
    http: 'GET /affiliates/me',
    ...owners,
    doc: {
      summary: 'Get the affiliate account',
      description: 'Returns the affiliate link of the organization and its balances.',
    },
    output: { body: Affiliate, errors: ['not_found'] },
    run: ({ tx, services }) => read(tx, services.origin),
  }),
  operation({
    id: 'affiliates.list_referrals',
    http: 'GET /affiliates/referrals',
    ...owners,
    doc: {
      summary: 'List referrals, newest first',
      description:
        'Returns the organizations that signed up through the affiliate link, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Referral) },
    run: ({ tx, query }) => store.listReferrals(tx, query),
  }),
  operation({
    id: 'affiliates.list_commissions',
    http: 'GET /affiliates/commissions',
    ...owners,
    doc: {
      summary: 'List commissions, newest first',
      description: 'Returns the commissions of the affiliate account, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Commission) },
    run: ({ tx, query }) => store.listCommissions(tx, query),
  }),
  operation({
    id: 'affiliates.list_payouts',
    http: 'GET /affiliates/payouts',
    ...owners,
    doc: {
      summary: 'List payouts, newest first',
      description: 'Returns the payouts to the affiliate account, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Payout) },
    run: ({ tx, query }) => store.listPayouts(tx, query),
  }),
]
