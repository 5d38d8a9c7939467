// A shopper acts for one member only: the one whose email address the shop's server has signed.
import { createHash } from 'node:crypto'
import type { StorefrontVisit } from '#platform/calls/definition.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { requireCustomer } from '#platform/storefront/customer-token.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { enrollMember } from '../members/commands.ts'
import { findMemberByEmail } from '../points/commands.ts'
import { findTerms } from '../program/commands.ts'
import type { Terms } from '../program/rules.ts'
import { ensureLinkCode, findLinkCode, readReferralLink } from '../referrals/commands.ts'
import { isRedeemed, listRedemptionsOf, readRedemption, redeem } from '../rewards/commands.ts'
import { toShopperKey } from './rules.ts'
import type { NewShopperRedemption } from './schema.ts'

const shown = 20
const redemptionsOfCustomer = parseRateLimits('10/10m')

export const readShopper = (visit: StorefrontVisit): string => normalizeEmail(requireCustomer(visit).email)

export async function requireProgram(tx: StoreReads): Promise<Terms> {
  const terms = await findTerms(tx)
  if (!terms?.enabled) throw conflict('This shop has no loyalty programme.', 'program_disabled')
  return terms
}

async function requireDoor(tx: StoreReads): Promise<Terms> {
  const terms = await requireProgram(tx)
  if (!terms.shopperRedeems) throw conflict('Shoppers cannot redeem rewards in this shop.', 'redeeming_off')
  return terms
}

export async function redeemAsShopper(
  tx: StoreTx,
  { actionLimits }: Pick<Services, 'actionLimits'>,
  email: string,
  { rewardId, idempotencyKey }: NewShopperRedemption,
) {
  await requireDoor(tx)
  const member = await findMemberByEmail(tx, email)
  const key = member && toShopperKey(member.id, idempotencyKey)
  // A repeated call does not count towards the limit, so that a retry after a lost response is never refused.
  if (key === undefined || !(await isRedeemed(tx, key))) {
    const customer = createHash('sha256').update(email).digest('hex')
    await actionLimits.spend('shopper redemptions', tx.storeEnvId, customer, redemptionsOfCustomer)
  }
  if (!member || key === undefined)
    throw conflict('You have no points yet. You get points for orders.', 'insufficient_points')
  return redeem(tx, { memberId: member.id, rewardId, idempotencyKey: key })
}

export async function listShopperRedemptions(tx: StoreReads, email: string) {
  await requireDoor(tx)
  const member = await findMemberByEmail(tx, email)
  return member ? listRedemptionsOf(tx, member.id, shown) : []
}

export async function readShopperRedemption(tx: StoreReads, email: string, id: string) {
  await requireDoor(tx)
  const member = await findMemberByEmail(tx, email)
  const redemption = await readRedemption(tx, id)
  if (redemption.memberId !== member?.id) throw notFound('redemption', id)
  return redemption
}

/** Undefined if the shopper has no link yet. */
export async function findReferralLink(tx: StoreReads, email: string) {
  await requireDoor(tx)
  const member = await findMemberByEmail(tx, email)
  const code = member && (await findLinkCode(tx, member.id))
  return code === undefined ? undefined : readReferralLink(tx, code)
}

/** Enrols the shopper if needed, because a link belongs to a member. */
export async function createReferralLink(tx: StoreTx, email: string) {
  await requireDoor(tx)
  const { member } = await enrollMember(tx, email, undefined)
  return readReferralLink(tx, await ensureLinkCode(tx, member.id))
}
