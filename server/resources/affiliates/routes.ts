import { answer, operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { join, read } from './commands.ts'
import { affiliatesFeature } from './rules.ts'
import { Affiliate, Commission, Joining, Payout, Referral } from './schema.ts'
import * as store from './store.ts'

/** For owners, because it is about the organization's money. */
const owners = { tenancy: 'organization', role: 'OWNER', session: true, plan: affiliatesFeature } as const

export default [
  operation({
    ...owners,
    id: 'affiliates.join',
    http: 'POST /affiliates/me',
    summary: 'Join the affiliates, or answer how it stands.',
    description:
      'Who signs up by the link, or within 60 days after following it, is bound to it. Of what their stores pay within 12 months of the first paid invoice you earn 20 % without VAT, up to 500.00 US dollars for each organization.',
    body: Joining,
    bodyOptional: true,
    returns: Affiliate,
    status: 201,
    alsoAnswers: 200,
    location: '/affiliates/me',
    errors: ['code_taken', 'already_affiliate'],
    async run({ tx, body, audit, services }) {
      const { affiliate, isNew } = await join(tx, audit, services.origin, body?.code)
      return answer(isNew ? 201 : 200, affiliate)
    },
  }),
  operation({
    ...owners,
    id: 'affiliates.get',
    http: 'GET /affiliates/me',
    summary: 'The code, the link and the balance.',
    returns: Affiliate,
    errors: ['not_found'],
    run: ({ tx, services }) => read(tx, services.origin),
  }),
  operation({
    ...owners,
    id: 'affiliates.list_referrals',
    http: 'GET /affiliates/referrals',
    summary: 'List the organizations that came by the link, newest first.',
    query: pageQuery({}),
    returns: page(Referral),
    run: ({ tx, query }) => store.listReferrals(tx, query),
  }),
  operation({
    ...owners,
    id: 'affiliates.list_commissions',
    http: 'GET /affiliates/commissions',
    summary: 'List what was earned by which invoice, newest first.',
    query: pageQuery({}),
    returns: page(Commission),
    run: ({ tx, query }) => store.listCommissions(tx, query),
  }),
  operation({
    ...owners,
    id: 'affiliates.list_payouts',
    http: 'GET /affiliates/payouts',
    summary: 'List what was paid out, newest first.',
    query: pageQuery({}),
    returns: page(Payout),
    run: ({ tx, query }) => store.listPayouts(tx, query),
  }),
]
