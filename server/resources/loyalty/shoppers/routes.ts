// The shop's server must sign the customer's email address; an address from the browser alone is not enough.

import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { StorefrontMember } from '../members/schema.ts'
import { findMemberByEmail, readCurrent } from '../points/commands.ts'
import { explain } from '../program/explain.ts'
import { listOffered } from '../rewards/commands.ts'
import {
  createReferralLink,
  findReferralLink,
  listShopperRedemptions,
  readShopper,
  readShopperRedemption,
  redeemAsShopper,
  requireProgram,
} from './commands.ts'
import { NewShopperRedemption, ReferralLink, ShopperRedemption, ShopperRedemptions } from './schema.ts'

const nobody = { id: null, balance: 0, spendable: 0, pending: 0, tierPoints: 0, tier: null, nextExpiry: null }

const storefront = { needsCustomer: true } as const

const closed = ['unauthenticated', 'program_disabled', 'redeeming_off'] as const

export default [
  operation({
    id: 'storefront.loyalty_member',
    http: 'GET /storefront/loyalty/member',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get the points of the shopper',
      description:
        'Returns balance, tier and rewards of the shopper for the loyalty widget. Needs a signed customer token in `x-customer-token`.',
    },
    output: { body: StorefrontMember, errors: ['unauthenticated', 'program_disabled'] },
    storefront: { widget: 'loyalty', needsCustomer: true },
    async run({ tx, storefront }) {
      const email = readShopper(storefront)
      const terms = await requireProgram(tx)
      const row = await findMemberByEmail(tx, email)
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
        shopperRedeems: terms.shopperRedeems,
        explained: explain({ ...terms, pointsPerUnit, currency, holdDays }),
      }
    },
  }),
  operation({
    id: 'storefront.redeem_reward',
    http: 'POST /storefront/loyalty/redemptions',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Redeem a reward as the shopper',
      description:
        'Spends points of the shopper on a reward, and returns the redemption. Needs a signed customer token in `x-customer-token`, and a programme with `shopperRedeems`. A repeat with the same `idempotencyKey` returns the first redemption with 200. A customer can redeem ten times within ten minutes.',
    },
    input: {
      body: withExample(NewShopperRedemption, {
        rewardId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02',
        idempotencyKey: 'cart-2f9c',
      }),
    },
    output: {
      body: ShopperRedemption,
      status: 201,
      alsoAnswers: 200,
      location: '/storefront/loyalty/redemptions/{id}',
      errors: [...closed, 'codes_unavailable', 'insufficient_points', 'no_codes_left', 'reward_inactive'],
    },
    storefront,
    async run({ tx, body, storefront, services }) {
      const email = readShopper(storefront)
      const { redemption, isNew } = await redeemAsShopper(tx, services, email, body)
      return answer(isNew ? 201 : 200, redemption)
    },
  }),
  operation({
    id: 'storefront.list_redemptions',
    http: 'GET /storefront/loyalty/redemptions',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List redemptions of the shopper, newest first',
      description:
        'Returns the redemptions of the shopper, newest first. Needs a signed customer token in `x-customer-token`, and a programme with `shopperRedeems`.',
    },
    output: { body: ShopperRedemptions, errors: closed },
    storefront,
    async run({ tx, storefront }) {
      return { data: await listShopperRedemptions(tx, readShopper(storefront)) }
    },
  }),
  operation({
    id: 'storefront.get_redemption',
    http: 'GET /storefront/loyalty/redemptions/:id',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get a redemption of the shopper',
      description:
        'Returns one redemption of the shopper with its coupon code. Needs a signed customer token in `x-customer-token`, and a programme with `shopperRedeems`.',
    },
    input: { params: byId },
    output: { body: ShopperRedemption, errors: closed },
    storefront,
    run: ({ tx, params, storefront }) => readShopperRedemption(tx, readShopper(storefront), params.id),
  }),
  operation({
    id: 'storefront.get_referral_link',
    http: 'GET /storefront/loyalty/referral',
    tenancy: 'storefront',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get the referral link of the shopper',
      description:
        "Returns the link with which the shopper recommends the shop. Needs a signed customer token in `x-customer-token`, and a programme with `shopperRedeems`. The first call creates the code and enrols the shopper. Later calls return the same code. A new customer's first order with this code as `referralCode` creates a referral.",
    },
    output: { body: ReferralLink, errors: closed },
    storefront,
    transaction: 'manual',
    async run({ db, storeEnvId, storefront }) {
      const email = readShopper(storefront)
      const scope = { storeEnvId, organizationId: storefront.organizationId }
      const found = await db.store(scope, 'read', (tx) => findReferralLink(tx, email))
      return found ?? db.store(scope, 'write', (tx) => createReferralLink(tx, email))
    },
  }),
]
