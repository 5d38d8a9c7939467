// Members are locked and brought up to date before their earnings or redemptions change, so each change is one journal
// line.

import { publish } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { newId } from '#platform/values/ids.ts'
import {
  linesBooked,
  memberJoined,
  pointsChanged,
  type ReferralCompleted,
  referralCompleted,
  rewardBooked,
  tierChanged,
} from '../events.ts'
import { toTerms } from '../program/commands.ts'
import type { Terms } from '../program/rules.ts'
import type { JournalKind, MemberSummary } from '../schema.ts'
import { type Balance, fold, pickTier, type Step } from './rules.ts'
import * as store from './store.ts'

export const settleJob = 'loyalty.settle'
export const completeJob = 'loyalty.complete_referrals'

export const findMember = store.find
export const findMemberByEmail = store.findByEmail
export const findKnownMember = store.findKnown

/**
 * Points for one cause, such as a referral. A missing time retains its stored value. If none is stored, `earnedAt` is
 * now and `maturesAt` equals `earnedAt`.
 */
export type Gift = {
  kind: 'referral' | 'review'
  ref: string
  points: number
  earnedAt?: number
  maturesAt?: number
}

type Cause = { kind: JournalKind; ref: string | null; reason?: string | null; rateVersion?: number | null }

export class Account {
  readonly row: store.MemberRow
  readonly lines: store.Line[] = []
  readonly grants: store.NewGrant[] = []
  earnings: store.EarningRow[]
  redemptions: store.RedemptionFact[]
  balance: Balance
  /**
   * Never earlier than the last computation of the balance: the process that stored it may have a clock ahead of ours.
   */
  readonly now: number
  readonly #terms: Terms

  constructor(
    row: store.MemberRow,
    facts: { earnings: store.EarningRow[]; redemptions: store.RedemptionFact[] },
    terms: Terms,
    now: number,
  ) {
    this.row = row
    this.earnings = facts.earnings
    this.redemptions = facts.redemptions
    this.#terms = terms
    this.now = Math.max(now, Date.parse(row.folded_at))
    this.balance = this.#fold()
    this.#recordTime()
  }

  change(cause: Cause, facts: { earnings?: store.EarningRow[]; redemptions?: store.RedemptionFact[] }): void {
    const before = this.balance.balance
    this.earnings = facts.earnings ?? this.earnings
    this.redemptions = facts.redemptions ?? this.redemptions
    this.balance = this.#fold()
    this.#record(cause, this.balance.balance - before, this.now)
  }

  pointsFor(ref: string): number {
    return this.earnings.find((earning) => earning.ref === ref)?.points ?? 0
  }

  /** A second gift with the same kind and ref replaces the first. Points that were already spent become a debt. */
  give({ kind, ref, points, ...times }: Gift, cause: string): void {
    const before = this.earnings.find((earning) => earning.kind === kind && earning.ref === ref)
    const earnedAt = times.earnedAt ?? before?.earnedAt ?? this.now
    const maturesAt = times.maturesAt ?? before?.maturesAt ?? earnedAt
    const isSame = before?.points === points && before.earnedAt === earnedAt && before.maturesAt === maturesAt
    if (isSame || (!before && points === 0)) return
    const grant = { id: before?.id ?? newId(this.now), memberId: this.row.id, kind, ref, points }
    this.grants.push({ ...grant, reason: null, grantedAt: new Date(earnedAt), maturesAt: new Date(maturesAt) })
    const others = this.earnings.filter((earning) => earning !== before)
    this.change({ kind, ref: cause }, { earnings: [...others, { ...grant, rateVersion: null, earnedAt, maturesAt }] })
  }

  get tier(): string | null {
    return pickTier(this.#terms.tiers, this.balance.tierPoints)
  }

  get hasChanged(): boolean {
    const { row, balance } = this
    return (
      this.lines.length > 0 ||
      row.revision !== this.#terms.revision ||
      row.balance !== balance.balance ||
      row.pending !== balance.pending ||
      row.tier_points !== balance.tierPoints ||
      row.tier !== this.tier ||
      row.next_expiry_points !== (balance.nextExpiry?.points ?? null) ||
      !isSameInstant(row.next_expiry_at, balance.nextExpiry?.at ?? null) ||
      !isSameInstant(row.next_change_at, balance.nextChangeAt)
    )
  }

  #fold(): Balance {
    return fold(this, this.#terms.lapseAt, (at) => this.#terms.graceAt(at), this.now)
  }

  #recordTime(): void {
    const since = Date.parse(this.row.folded_at)
    const steps = this.balance.steps.filter(({ at }) => at > since)
    const difference = this.balance.balance - this.row.balance
    const explained = steps.reduce((sum, { delta }) => sum + delta, 0)
    // Changed terms of the programme also change the points of past orders. No dated step explains this difference, so
    // it becomes one journal line of kind `program`.
    if (this.row.revision !== this.#terms.revision || explained !== difference)
      this.#record({ kind: 'program', ref: null }, difference, this.now)
    else for (const step of steps) this.#record(this.#causeOf(step), step.delta, step.at)
  }

  #causeOf({ kind, id }: Step): Cause {
    return { kind, ref: id, rateVersion: this.earnings.find((earning) => earning.id === id)?.rateVersion ?? null }
  }

  #record({ kind, ref, reason = null, rateVersion = null }: Cause, delta: number, at: number): void {
    if (delta === 0) return
    const before = this.lines.at(-1)?.balance ?? this.row.balance
    this.lines.push({ memberId: this.row.id, kind, ref, delta, balance: before + delta, rateVersion, reason, at })
  }
}

const isSameInstant = (written: string | null, at: number | null) =>
  written === null ? at === null : Date.parse(written) === at

export const selectLocked = store.selectLocked
/** Runs after the lock, so that the facts include the writes of the lock's previous holder. */
export const selectFacts = store.selectFacts

/**
 * Brings locked members up to date. Skips members that appear only in the newer snapshot of the facts, because they
 * are not locked.
 */
export function openLocked(
  tx: StoreTx,
  terms: Terms,
  rows: readonly store.MemberRow[],
  facts: readonly store.FactColumns[],
): Account[] {
  const factsById = byMember(facts)
  const found = new Set(facts.map(({ member_id }) => member_id))
  const now = tx.now.getTime()
  return rows.filter(({ id }) => found.has(id)).map((row) => new Account(row, factsById(row.id), terms, now))
}

export async function openAccounts(tx: StoreTx, terms: Terms, who: store.Who): Promise<Account[]> {
  if (!('orders' in who) && !who.ids?.length && !who.emails?.length) return []
  return openLocked(tx, terms, ...(await tx.several([selectLocked(tx, who), selectFacts(tx, who)])))
}

function byMember(facts: readonly store.FactColumns[]) {
  const all = Map.groupBy(facts, ({ member_id }) => member_id)
  return (id: string) => {
    const own = all.get(id) ?? []
    return {
      earnings: own.filter(store.isEarning).map(store.toEarning),
      redemptions: own.filter(store.isRedemption).map(store.toRedemption),
    }
  }
}

export const readFacts = async (tx: StoreReads, ids: readonly string[]) =>
  byMember(await tx.all(store.selectFacts(tx, { ids })))

const isImported = ({ kind }: { kind: JournalKind }) => kind === 'import'
const isReward = (kind: JournalKind) => kind === 'birthday' || kind === 'referral'

export type Settlement = {
  writes?: readonly Query<unknown>[]
  completed?: readonly ReferralCompleted[]
  /**
   * If set, an event is published for each member that this transaction created. Imports do not set it, because
   * imported members did not join by themselves.
   */
  announcesJoins?: true
  referralsDue?: readonly Date[]
}

/**
 * Writes the accounts and publishes their changes. The statement is sent with the next query or the commit.
 */
export async function closeAccounts(
  tx: StoreTx,
  terms: Terms,
  opened: readonly Account[],
  { writes: facts = [], completed = [], referralsDue = [], announcesJoins }: Settlement = {},
): Promise<void> {
  const accounts = opened.filter((account) => account.hasChanged)
  const folded = accounts.map(({ row, balance, tier, now }) => ({ id: row.id, balance, tier, now }))
  const lines = accounts.flatMap((account) => account.lines)
  const grants = opened.flatMap((account) => account.grants)
  const ids = lines.map(() => newId(tx.now.getTime())).sort()
  const writes = [
    ...facts,
    ...(grants.length > 0 ? [store.upsertGrants(tx, grants)] : []),
    ...(folded.length > 0 ? [store.updateBalances(tx, folded, terms.revision)] : []),
    ...(lines.length > 0 ? [store.insertLines(tx, lines, ids)] : []),
  ]
  if (writes.length > 0) tx.sendAlong(store.together(writes))
  for (const { row } of announcesJoins ? opened : [])
    if (hasJoinedAt(row, tx.now)) publish(tx, memberJoined, { id: row.id })
  for (const [at, { kind, delta }] of lines.entries())
    if (isReward(kind) && delta > 0) publish(tx, rewardBooked, { id: ids[at] as string })
  for (const { memberId, kind, delta, balance } of lines)
    publish(tx, pointsChanged, { id: memberId, points: delta, balance, spendable: Math.max(0, balance), reason: kind })
  for (const { row, tier, balance } of accounts)
    if (tier !== row.tier)
      publish(tx, tierChanged, { id: row.id, from: row.tier, to: tier, tierPoints: balance.tierPoints })
  const lineIds = ids.filter((_, at) => lines[at]?.kind !== 'import')
  const tiers = accounts.flatMap(({ row, tier, balance: { tierPoints }, lines: own }) =>
    tier === row.tier || own.some(isImported) ? [] : [{ memberId: row.id, from: row.tier, to: tier, tierPoints }],
  )
  if (lineIds.length + tiers.length > 0) publish(tx, linesBooked, { lineIds, tiers })
  // If the terms are unchanged and the row already has this `next_change_at`, a wake-up for that time exists.
  const dueAts = accounts.flatMap(({ row, balance: { nextChangeAt: at } }) =>
    at === null || (row.revision === terms.revision && isSameInstant(row.next_change_at, at)) ? [] : [new Date(at)],
  )
  for (const referral of completed) publish(tx, referralCompleted, referral)
  await scheduleWakeUps(tx, settleJob, dueAts)
  await scheduleWakeUps(tx, completeJob, referralsDue)
}

const settledAtOnce = 200

/** Updates balances affected by time or new terms. Returns true if more such balances may exist. */
export async function settleDue(tx: StoreTx, terms: Terms): Promise<boolean> {
  const due = await store.listDue(tx, terms.revision, settledAtOnce)
  const accounts = await openAccounts(tx, terms, { ids: due.map(({ id }) => id) })
  await closeAccounts(tx, terms, accounts)
  return due.length === settledAtOnce
}

/**
 * Reads the balance from the row. If time or terms changed, computes it for this response, and a job stores the result
 * later.
 */
export async function readCurrent(
  tx: StoreReads,
  terms: Terms | undefined,
  row: store.MemberRow,
): Promise<MemberSummary> {
  const now = Math.max(tx.now.getTime(), Date.parse(row.folded_at))
  const isFresh =
    terms === undefined ||
    (row.revision === terms.revision && (row.next_change_at === null || Date.parse(row.next_change_at) > now))
  if (isFresh) return fromRow(row)
  const factsById = await readFacts(tx, [row.id])
  const balance = fold(factsById(row.id), terms.lapseAt, (at) => terms.graceAt(at), now)
  return toSummary(row.id, balance, pickTier(terms.tiers, balance.tierPoints))
}

export function readCurrentOfKnown(tx: StoreReads, row: store.KnownMemberRow): MemberSummary {
  if (!row.program) return fromRow(row)
  const terms = toTerms(row.program)
  const now = Math.max(tx.now.getTime(), Date.parse(row.folded_at))
  const balance = fold(store.toFacts(row), terms.lapseAt, (at) => terms.graceAt(at), now)
  return toSummary(row.id, balance, pickTier(terms.tiers, balance.tierPoints))
}

export const fromRow = (row: store.MemberRow): MemberSummary => ({
  id: row.id,
  balance: row.balance,
  spendable: Math.max(0, row.balance),
  pending: row.pending,
  tierPoints: row.tier_points,
  tier: row.tier,
  nextExpiry: row.next_expiry_at === null ? null : { at: row.next_expiry_at, points: row.next_expiry_points ?? 0 },
})

export const toSummary = (
  id: string,
  { balance, pending, tierPoints, nextExpiry }: Balance,
  tier: string | null,
): MemberSummary => ({
  id,
  balance,
  spendable: Math.max(0, balance),
  pending,
  tierPoints,
  tier,
  nextExpiry: nextExpiry && { at: new Date(nextExpiry.at).toISOString(), points: nextExpiry.points },
})

/** The statement is sent with the next query. */
export const enroll = (tx: StoreTx, emails: readonly string[], revision: number): void =>
  tx.sendAlong(store.insertMembers(tx, emails, revision))

const hasJoinedAt = (row: Pick<store.MemberRow, 'created_at'>, now: Date) =>
  Date.parse(row.created_at) === now.getTime()

export function publishJoined(tx: StoreTx, row: Pick<store.MemberRow, 'id' | 'created_at'>): void {
  if (hasJoinedAt(row, tx.now)) publish(tx, memberJoined, { id: row.id })
}

export const insertGrant = store.insertGrant
export const findGrant = store.findGrant
