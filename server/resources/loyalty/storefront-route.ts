// Returns a shopper's own points. The shop's server must vouch for the customer; an address claimed by the browser is not
// enough.

import { operation } from '#platform/calls/operation.ts'
import { conflict, unauthenticated } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { StorefrontMember } from './members/schema.ts'
import { findMemberByEmail, readCurrent } from './points/commands.ts'
import { findTerms } from './program/commands.ts'
import { explain } from './program/explain.ts'
import { listOffered } from './rewards/commands.ts'

const nobody = { id: null, balance: 0, spendable: 0, pending: 0, tierPoints: 0, tier: null, nextExpiry: null }

export default [
  operation({
    id: 'storefront.loyalty_member',
    http: 'GET /storefront/loyalty/member',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get the points of the shopper',
      description: 'Needs a signed customer token in `x-customer-token`.',
    },
    output: { body: StorefrontMember, errors: ['unauthenticated', 'program_disabled'] },
    storefront: { widget: 'loyalty' },
    async run({ tx, storefront }) {
      if (!storefront.customer) throw unauthenticated('Send a signed customer token in the `x-customer-token` header.')
      const terms = await findTerms(tx)
      if (!terms?.enabled) throw conflict('This shop has no loyalty programme.', 'program_disabled')
      const row = await findMemberByEmail(tx, normalizeEmail(storefront.customer.email))
      const summary = row ? await readCurrent(tx, terms, row) : nobody
      const rewards = await listOffered(tx)
      const [rate] = terms.rates
      const { holdDays = 0, currency = null } = rate ?? {}
      const pointsPerUnit = Number(rate?.pointsPerUnit ?? 0)
      return {
        ...summary,
        tiers: [...terms.tiers],
        rewards,
        pointsPerUnit,
        holdDays,
        expiryDays: terms.expiryDays,
        explained: explain({ ...terms, pointsPerUnit, currency, holdDays }),
      }
    },
  }),
]
