// Changes what members' points are folded from. Members are locked first, brought up to now, and then changed fact by fact, so that
// every change of a balance is one line of the journal that says what made it.

import { publish } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { newId } from '#platform/values/ids.ts'
import { memberJoined, pointsChanged, rewardBooked, tierChanged } from '../events.ts'
import { termsOf } from '../program/commands.ts'
import type { Terms } from '../program/rules.ts'
import type { JournalKind, MemberSummary } from '../schema.ts'
import { type Balance, fold, type Step, tierOf } from './rules.ts'
import * as store from './store.ts'

export const settleJob = 'loyalty.settle'

export const findMember = store.find
export const findMemberByEmail = store.findByEmail
export const findKnownMember = store.findKnown

type Cause = { kind: JournalKind; ref: string | null; reason?: string | null; rateVersion?: number | null }

/** A member whose facts are at hand, and who is locked. */
export class Account {
  readonly row: store.MemberRow
  readonly lines: store.Line[] = []
  earnings: store.EarningRow[]
  redemptions: store.RedemptionFact[]
  balance: Balance
  /** Never before the last fold: another process's clock may be ahead, and what it wrote has happened. */
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

  /** What a changed fact makes of the balance, recorded with its cause. */
  change(cause: Cause, facts: { earnings?: store.EarningRow[]; redemptions?: store.RedemptionFact[] }): void {
    const before = this.balance.balance
    this.earnings = facts.earnings ?? this.earnings
    this.redemptions = facts.redemptions ?? this.redemptions
    this.balance = this.#fold()
    this.#record(cause, this.balance.balance - before, this.now)
  }

  get tier(): string | null {
    return tierOf(this.#terms.tiers, this.balance.tierPoints)
  }

  /** Whether the row says something else by now. */
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

  /** What time alone has changed since the last fold: what matured and what lapsed, each at its moment. */
  #recordTime(): void {
    const since = Date.parse(this.row.folded_at)
    const steps = this.balance.steps.filter(({ at }) => at > since)
    const difference = this.balance.balance - this.row.balance
    const explained = steps.reduce((sum, { delta }) => sum + delta, 0)
    // Under other terms the past itself is another.
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

/** For who asks something else in the same round trip. */
export const selectLocked = store.selectLocked
/** Behind the lock, so that they are what the one who had it before has written. */
export const selectFacts = store.selectFacts

/** Brings those who were locked up to now: not one who was found for the lock and, by a select that sees more, not for the facts. */
export function accountsOf(
  tx: StoreTx,
  terms: Terms,
  rows: readonly store.MemberRow[],
  facts: readonly store.FactColumns[],
): Account[] {
  const factsOf = byMember(facts)
  const found = new Set(facts.map(({ member_id }) => member_id))
  const now = tx.now.getTime()
  return rows.filter(({ id }) => found.has(id)).map((row) => new Account(row, factsOf(row.id), terms, now))
}

/** Locks members and brings them up to now, in one round trip. */
export async function openAccounts(tx: StoreTx, terms: Terms, who: store.Who): Promise<Account[]> {
  if (!('orders' in who) && !who.ids?.length && !who.emails?.length) return []
  return accountsOf(tx, terms, ...(await tx.several([selectLocked(tx, who), selectFacts(tx, who)])))
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

/** What these members' balances are folded from, of whom nothing is going to be written. */
export const readFacts = async (tx: StoreReads, ids: readonly string[]) =>
  byMember(await tx.all(store.selectFacts(tx, { ids })))

const isReward = (kind: JournalKind) => kind === 'birthday' || kind === 'referral'

/**
 * Writes down what the accounts came to, with the facts that made them so, and tells of it. It goes with whatever is sent next, or with
 * the commit.
 */
export async function closeAccounts(
  tx: StoreTx,
  terms: Terms,
  opened: readonly Account[],
  facts: readonly Query<unknown>[] = [],
): Promise<void> {
  const accounts = opened.filter((account) => account.hasChanged)
  const folded = accounts.map(({ row, balance, tier, now }) => ({ id: row.id, balance, tier, now }))
  const lines = accounts.flatMap((account) => account.lines)
  const ids = lines.map(() => newId(tx.now.getTime())).sort()
  const writes = [
    ...facts,
    ...(folded.length > 0 ? [store.updateBalances(tx, folded, terms.revision)] : []),
    ...(lines.length > 0 ? [store.insertLines(tx, lines, ids)] : []),
  ]
  if (writes.length > 0) tx.sendAlong(store.together(writes))
  for (const [at, { kind, delta }] of lines.entries())
    if (isReward(kind) && delta > 0) publish(tx, rewardBooked, { id: ids[at] as string })
  for (const { memberId, kind, delta, balance } of lines)
    publish(tx, pointsChanged, { id: memberId, points: delta, balance, spendable: Math.max(0, balance), reason: kind })
  for (const { row, tier, balance } of accounts)
    if (tier !== row.tier)
      publish(tx, tierChanged, { id: row.id, from: row.tier, to: tier, tierPoints: balance.tierPoints })
  // Under the same terms a change that the row knew of has its wake-up.
  const dueAts = accounts.flatMap(({ row, balance: { nextChangeAt: at } }) =>
    at === null || (row.revision === terms.revision && isSameInstant(row.next_change_at, at)) ? [] : [new Date(at)],
  )
  await scheduleWakeUps(tx, settleJob, dueAts)
}

const settledAtOnce = 200

/** Brings those up to now whose balance time or new terms have changed. True while there may be more. */
export async function settleDue(tx: StoreTx, terms: Terms): Promise<boolean> {
  const due = await store.listDue(tx, terms.revision, settledAtOnce)
  const accounts = await openAccounts(tx, terms, { ids: due.map(({ id }) => id) })
  await closeAccounts(tx, terms, accounts)
  return due.length === settledAtOnce
}

/**
 * What a member has at this moment. The row says it unless time or the terms have moved on since; then it is folded for this answer
 * alone, and the job writes it down.
 */
export async function currentOf(
  tx: StoreReads,
  terms: Terms | undefined,
  row: store.MemberRow,
): Promise<MemberSummary> {
  const now = Math.max(tx.now.getTime(), Date.parse(row.folded_at))
  const isFresh =
    terms === undefined ||
    (row.revision === terms.revision && (row.next_change_at === null || Date.parse(row.next_change_at) > now))
  if (isFresh) return fromRow(row)
  const factsOf = await readFacts(tx, [row.id])
  const balance = fold(factsOf(row.id), terms.lapseAt, (at) => terms.graceAt(at), now)
  return summaryOf(row.id, balance, tierOf(terms.tiers, balance.tierPoints))
}

/** The same of a row that brought what it is folded from where it is no longer right. */
export function currentOfKnown(tx: StoreReads, row: store.KnownMemberRow): MemberSummary {
  if (!row.program) return fromRow(row)
  const terms = termsOf(row.program)
  const now = Math.max(tx.now.getTime(), Date.parse(row.folded_at))
  const balance = fold(store.factsOf(row), terms.lapseAt, (at) => terms.graceAt(at), now)
  return summaryOf(row.id, balance, tierOf(terms.tiers, balance.tierPoints))
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

export const summaryOf = (
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

/** It goes with whatever is sent next. */
export const enroll = (tx: StoreTx, emails: readonly string[], revision: number): void =>
  tx.sendAlong(store.insertMembers(tx, emails, revision))

/** Whoever is a member since this very moment has joined; told twice, it is the same. */
export function tellJoined(tx: StoreTx, members: readonly Pick<store.MemberRow, 'id' | 'created_at'>[]): void {
  for (const { id, created_at: at } of members)
    if (Date.parse(at) === tx.now.getTime()) publish(tx, memberJoined, { id })
}

export const insertGrant = store.insertGrant
export const upsertGrant = store.upsertGrant
export const findGrant = store.findGrant
