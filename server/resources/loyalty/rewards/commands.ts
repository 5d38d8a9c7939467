// A redemption deducts points and assigns the code in one transaction under the member's lock, so both happen or neither.
import type { Audit } from '#platform/audit/audit.ts'
import { readProductId } from '#platform/calls/product-lookup.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { type Account, closeAccounts, openAccounts, toSummary } from '../points/commands.ts'
import { requireEnabled } from '../program/commands.ts'
import { askForCodes, newCode, refuseUnmade, requireShop, toCodeWorth, withdraw } from './issuing.ts'
import type { NewRedemption, NewReward, Reward, RewardChanges } from './schema.ts'
import * as store from './store.ts'

const maxRewards = 200

export async function createReward(tx: StoreTx, services: Services, audit: Audit, sent: NewReward): Promise<Reward> {
  if ((await store.count(tx)) >= maxRewards)
    throw conflict(`A store can have at most ${maxRewards} rewards.`, 'limit_reached')
  const id = newId(tx.now.getTime())
  const reward = {
    name: sent.name.trim(),
    description: sent.description ?? null,
    kind: sent.kind,
    value: sent.value ?? null,
    currency: sent.currency ?? null,
    platformProductId: await findShopProduct(tx, sent),
    cost: sent.cost,
    codes: sent.codes ?? (sent.code ? 'shared' : 'none'),
    code: sent.code ?? null,
    active: sent.active ?? true,
  }
  refuseIncomplete(reward)
  refuseCodeOf(reward.codes, sent)
  if (reward.codes === 'platform') await refuseUnmade(tx, services, reward)
  await store.upsert(tx, id, reward)
  await audit(tx, 'loyalty_reward.created', { type: 'loyalty_reward', id, name: reward.name })
  return readReward(tx, id)
}

export async function changeReward(tx: StoreTx, audit: Audit, id: string, changes: RewardChanges): Promise<Reward> {
  const before = await readReward(tx, id)
  const after = {
    ...{ ...before, ...changes, name: (changes.name ?? before.name).trim() },
    ...(changes.platformProductId && { platformProductId: await findShopProduct(tx, changes) }),
  }
  refuseIncomplete(after)
  refuseCodeOf(after.codes, changes)
  await store.upsert(tx, id, after)
  await audit(
    tx,
    'loyalty_reward.changed',
    { type: 'loyalty_reward', id, name: after.name },
    { changed: Object.keys(changes) },
  )
  return readReward(tx, id)
}

/** Finds the exact id the product was pushed with, because the shop needs it to create a code. */
const findShopProduct = async (tx: StoreTx, { platformProductId }: { platformProductId?: string | null }) =>
  platformProductId ? readProductId(tx, platformProductId) : null

export async function readReward(tx: StoreReads, id: string): Promise<Reward> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('reward', id)
  return store.toReward(row)
}

function refuseIncomplete({ kind, value, currency, platformProductId, codes, code }: Omit<store.Values, 'cost'>): void {
  if ((kind === 'fixed_amount' || kind === 'percent') && (value === null || Number(value) <= 0))
    throw invalidField('/value', `must say how much, above 0, for a reward of the kind ${kind}`)
  if (kind === 'percent' && Number(value) > 100) throw invalidField('/value', 'must be at most 100')
  if (kind === 'fixed_amount' && currency === null)
    throw invalidField('/currency', 'must say of which currency the value is')
  if (kind === 'product' && platformProductId === null)
    throw invalidField('/platformProductId', 'must name the product that is given')
  if (codes === 'shared' && code === null) throw invalidField('/code', 'must be the code that all get')
}

const refuseCodeOf = (codes: Reward['codes'], { code }: { code?: string | null }): void => {
  if (code && codes !== 'shared') throw invalidField('/code', 'is only for rewards whose `codes` is `shared`')
}

export async function addCodes(tx: StoreTx, id: string, codes: readonly string[]) {
  const reward = await readReward(tx, id)
  if (reward.codes !== 'pool') throw conflict('Only a reward whose `codes` is `pool` accepts codes.')
  const unique = [...new Set(codes)]
  const added = await store.insertCodes(tx, id, unique)
  return { received: codes.length, added, duplicates: codes.length - added }
}

export async function redeem(tx: StoreTx, { memberId, rewardId, idempotencyKey }: NewRedemption) {
  const terms = await requireEnabled(tx)
  const [account] = await openAccounts(tx, terms, { ids: [memberId] })
  if (!account) throw invalidField('/memberId', 'is not a member of this store')
  const before = await store.findRedemptionByKey(tx, idempotencyKey)
  if (before) {
    if (before.member_id !== memberId || before.reward_id !== rewardId)
      throw conflict('This idempotencyKey was used for another redemption. Use a new one.', 'idempotency_key_reused')
    await closeAccounts(tx, terms, [account])
    return { isNew: false, redemption: toRedemptionAnswer(before, account) }
  }
  const reward = await store.find(tx, rewardId)
  if (!reward) throw invalidField('/rewardId', 'is not a reward of this store')
  if (!reward.active) throw conflict('This reward is no longer available.', 'reward_inactive')
  if (account.balance.balance < reward.cost)
    throw conflict(
      `The reward costs ${reward.cost} points; the member has ${Math.max(0, account.balance.balance)}.`,
      'insufficient_points',
    )
  const worth = reward.codes === 'platform' ? toCodeWorth(store.toReward(reward)) : undefined
  if (worth) await requireShop(tx)
  const code = worth ? newCode() : reward.codes === 'pool' ? await store.takeCode(tx, rewardId) : reward.code
  if (reward.codes === 'pool' && code === undefined)
    throw conflict('All codes of this reward have been given out. Add more codes.', 'no_codes_left')
  const id = newId(tx.now.getTime())
  const points = reward.cost
  await store.insertRedemption(tx, {
    id,
    memberId,
    rewardId,
    points,
    code: code ?? null,
    worth: worth ?? null,
    key: idempotencyKey,
    at: new Date(account.now),
  })
  if (worth) await askForCodes(tx, tx)
  const spent = { id, memberId, at: account.now, points, reversedAt: null }
  account.change({ kind: 'redemption', ref: id, reason: reward.name }, { redemptions: [...account.redemptions, spent] })
  await closeAccounts(tx, terms, [account])
  return { isNew: true, redemption: toRedemptionAnswer(await findKnown(tx, id), account) }
}

/** Returns the points to the member. A repeated call changes nothing. */
export async function reverse(tx: StoreTx, audit: Audit, id: string) {
  const terms = await requireEnabled(tx)
  const { member_id } = await findKnown(tx, id)
  const [account] = await openAccounts(tx, terms, { ids: [member_id] })
  if (!account) throw notFound('redemption', id)
  // The row is read again, because it may have changed before the member's lock was acquired.
  const row = await findKnown(tx, id)
  if (row.reversed_at === null) {
    await store.updateReversed(tx, id, new Date(account.now))
    const redemptions = account.redemptions.map((each) =>
      each.id === id ? { ...each, reversedAt: account.now } : each,
    )
    account.change({ kind: 'reversal', ref: id, reason: row.reward_name }, { redemptions })
    if (row.issue_state !== null) await withdraw(tx, id)
    await audit(tx, 'loyalty_redemption.reversed', { type: 'loyalty_redemption', id, name: row.reward_name })
  }
  await closeAccounts(tx, terms, [account])
  return toRedemptionAnswer(await findKnown(tx, id), account)
}

export async function readRedemption(tx: StoreReads, id: string) {
  return store.toRedemption(await findKnown(tx, id))
}

export const isRedeemed = async (tx: StoreReads, key: string): Promise<boolean> =>
  (await store.findRedemptionByKey(tx, key)) !== undefined

export const listRedemptionsOf = async (tx: StoreReads, memberId: string, limit: number) =>
  (await store.listNewestOf(tx, memberId, limit)).map(store.toRedemption)

async function findKnown(tx: StoreReads, id: string): Promise<store.RedemptionRow> {
  const row = await store.findRedemption(tx, id)
  if (!row) throw notFound('redemption', id)
  return row
}

const toRedemptionAnswer = (row: store.RedemptionRow, account: Account) => ({
  ...store.toRedemption(row),
  member: toSummary(row.member_id, account.balance, account.tier),
})

const shownRewards = 50

export const listOffered = async (tx: StoreReads): Promise<Reward[]> =>
  (await store.listActive(tx, shownRewards)).map(store.toReward)
