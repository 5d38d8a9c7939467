// Points depend only on an order's current state, so each change replaces the order's row in `loyalty_order_points`.
import type { StoreTx } from '#platform/db/db.ts'
import type { QueriesOf, ResultsOf } from '#platform/db/transaction.ts'
import {
  type Account,
  closeAccounts,
  enroll,
  openAccounts,
  openLocked,
  selectFacts,
  selectLocked,
} from '../points/commands.ts'
import { maturesAt, orderPoints } from '../points/rules.ts'
import type { FactColumns, MemberRow } from '../points/store.ts'
import { findTerms, type ProgramWithRates, selectProgram, toTerms } from '../program/commands.ts'
import { isCounted, rateAt, type Terms } from '../program/rules.ts'
import { deriveReferrals, referFriends } from '../referrals/commands.ts'
import * as store from './store.ts'

type RecordingFacts = [ProgramWithRates, store.OrderFact, MemberRow, FactColumns]

/** Reads the state of pushed orders and their buyers. If all buyers are members, as usual, the same round trip locks them. */
export const selectToRecord = (tx: StoreTx, orderIds: readonly string[]): QueriesOf<RecordingFacts> => [
  selectProgram(tx),
  store.selectOrders(tx, orderIds),
  selectLocked(tx, { orders: orderIds, where: 'all_members' }),
  selectFacts(tx, { orders: orderIds, where: 'enabled' }),
]

export async function recordOrders(
  tx: StoreTx,
  [[program], orders, members, facts]: ResultsOf<RecordingFacts>,
): Promise<void> {
  if (!program?.enabled) return
  const terms = toTerms(program)
  await recordUnder(tx, terms, orders, openLocked(tx, terms, members, facts))
}

async function openConcerned(tx: StoreTx, terms: Terms, orders: readonly store.OrderFact[]): Promise<Account[]> {
  const emails = [...new Set(pickEarningOrders(orders, terms).map(({ email }) => email as string))].sort()
  if (emails.length > 0) enroll(tx, emails, terms.revision)
  return openAccounts(tx, terms, { orders: orders.map(({ id }) => id) })
}

const pickEarningOrders = (orders: readonly store.OrderFact[], terms: Terms) =>
  orders.filter((order) => order.email !== null && Date.parse(order.placed_at) >= terms.startsAt)

function areOpen(orders: readonly store.OrderFact[], earning: readonly store.OrderFact[], opened: readonly Account[]) {
  const known = new Set(opened.map(({ row }) => row.email))
  if (!earning.every(({ email }) => known.has(email as string))) return false
  return opened.length > 0 || orders.every(({ email, old_member_id }) => email === null && old_member_id === null)
}

async function recordUnder(
  tx: StoreTx,
  terms: Terms,
  orders: readonly store.OrderFact[],
  opened: readonly Account[],
): Promise<void> {
  const earning = pickEarningOrders(orders, terms)
  const accounts = areOpen(orders, earning, opened) ? opened : await openConcerned(tx, terms, orders)
  const buyers = [...new Set(orders.flatMap(({ email }) => email ?? []))]
  const byId = new Map(accounts.map((account) => [account.row.id, account]))
  const byEmail = new Map(accounts.map((account) => [account.row.email, account]))
  const written: store.OrderPoints[] = []
  const lost: string[] = []
  for (const order of orders.toSorted((a, b) => (a.placed_at < b.placed_at ? -1 : 1))) {
    const member = earning.includes(order) ? byEmail.get(order.email as string) : undefined
    const before = order.old_member_id === null ? undefined : byId.get(order.old_member_id)
    const hasMoved = before !== undefined && before !== member
    if (hasMoved) takeBack(before, order.id)
    const earned = member ? earn(member, order, terms) : []
    written.push(...earned)
    // If the order earns the new buyer nothing, no new row replaces the former buyer's row, so that row is deleted.
    if (hasMoved && earned.length === 0) lost.push(order.id)
  }
  const linked = earning.filter(({ has_link, is_cancelled }) => has_link && !is_cancelled)
  if (linked.length > 0)
    await referFriends(
      tx,
      linked.map(({ id }) => id),
    )
  const isRecommended = orders.some(({ is_recommended, has_link }) => is_recommended || has_link)
  const referrals = isRecommended ? await deriveReferrals(tx, terms, accounts, buyers) : {}
  await closeAccounts(tx, terms, accounts, {
    ...referrals,
    announcesJoins: true,
    writes: [
      ...(referrals.writes ?? []),
      ...(written.length > 0 ? [store.upsertOrderPoints(tx, written)] : []),
      ...(lost.length > 0 ? [store.deleteOrderPoints(tx, lost)] : []),
    ],
  })
}

function takeBack(account: Account, orderId: string): void {
  const earnings = account.earnings.filter(({ id }) => id !== orderId)
  account.change({ kind: 'order', ref: orderId }, { earnings })
}

function earn(account: Account, order: store.OrderFact, terms: Terms): store.OrderPoints[] {
  const earnedAt = Date.parse(order.placed_at)
  const rate = rateAt(terms, earnedAt)
  const { total, refunded_total: refundedTotal, is_cancelled: isCancelled } = order
  const points = isCounted(rate, order.currency)
    ? orderPoints({ total, refundedTotal, isCancelled }, rate.pointsPerUnit)
    : 0
  const earned = { earnedAt, maturesAt: maturesAt(earnedAt, rate.holdDays), points, rateVersion: rate.version }
  const before = account.earnings.find(({ id }) => id === order.id)
  const isSame = before?.points === points && before.earnedAt === earnedAt && before.maturesAt === earned.maturesAt
  if (isSame || (!before && points === 0)) return []
  const memberId = account.row.id
  const earning = { id: order.id, kind: 'order' as const, memberId, ref: null, ...earned }
  const earnings = [...account.earnings.filter(({ id }) => id !== order.id), earning]
  account.change({ kind: 'order', ref: order.id, rateVersion: rate.version }, { earnings })
  return [{ orderId: order.id, memberId, ...earned }]
}

export async function recordRemoved(tx: StoreTx, orderIds: readonly string[]): Promise<void> {
  const terms = await findTerms(tx)
  if (terms) await takeBackAll(tx, terms, await store.listOrderPoints(tx, orderIds))
}

const lostAtOnce = 200

export async function takeBackLost(tx: StoreTx, terms: Terms): Promise<boolean> {
  const lost = await store.listLost(tx, new Date(terms.startsAt), lostAtOnce)
  await takeBackAll(tx, terms, lost)
  return lost.length === lostAtOnce
}

async function takeBackAll(tx: StoreTx, terms: Terms, lost: readonly store.LostPoints[]): Promise<void> {
  if (lost.length === 0) return
  const accounts = await openAccounts(tx, terms, { ids: [...new Set(lost.map(({ member_id }) => member_id))] })
  const byId = new Map(accounts.map((account) => [account.row.id, account]))
  const ids = lost.map(({ order_id }) => order_id)
  for (const { order_id, member_id } of lost) {
    const account = byId.get(member_id)
    if (account) takeBack(account, order_id)
  }
  await closeAccounts(tx, terms, accounts, { writes: [store.deleteOrderPoints(tx, ids)] })
}

const countedAtOnce = 250

export async function recount(tx: StoreTx, terms: Terms, after: string): Promise<string | undefined> {
  const ids = (await store.listOrderIds(tx, new Date(terms.startsAt), after, countedAtOnce)).map(({ id }) => id)
  if (ids.length > 0) await recordUnder(tx, terms, await tx.all(store.selectOrders(tx, ids)), [])
  return ids.length === countedAtOnce ? ids.at(-1) : undefined
}
