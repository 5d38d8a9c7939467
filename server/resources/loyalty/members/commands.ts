import type { Audit } from '#platform/audit/audit.ts'
import type { Page, PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import {
  type Account,
  closeAccounts,
  enroll,
  findGrant,
  findKnownMember,
  findMemberByEmail,
  fromRow,
  insertGrant,
  openAccounts,
  publishJoined,
  readCurrent,
  readCurrentOfKnown,
  toSummary,
} from '../points/commands.ts'
import type { KnownMemberRow, MemberRow } from '../points/store.ts'
import { findTerms, requireEnabled } from '../program/commands.ts'
import { findBirthdays, type Terms } from '../program/rules.ts'
import type { Member, MemberSummary } from '../schema.ts'
import * as store from './store.ts'

const toMember = (row: MemberRow, summary: MemberSummary): Member => ({
  ...summary,
  email: row.email,
  emailLast4: last4(row.email) ?? '',
  birthday: row.birthday,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

function readMember(tx: StoreReads, row: KnownMemberRow | undefined, id: string): Member {
  if (!row) throw notFound('loyalty member', id)
  return toMember(row, readCurrentOfKnown(tx, row))
}

export const readById = async (tx: StoreReads, id: string) => readMember(tx, await findKnownMember(tx, { id }), id)

export const readByEmail = async (tx: StoreReads, email: string) =>
  readMember(tx, await findKnownMember(tx, { email: normalizeEmail(email) }), email)

/** Points of a person. Null if the person is not a member. `email` must be normalised. */
export async function readSummary(tx: StoreReads, email: string): Promise<MemberSummary | null> {
  const row = await findMemberByEmail(tx, email)
  return row ? readCurrent(tx, await findTerms(tx), row) : null
}

export async function listMembers(tx: StoreTx, filters: PageRequest & { tier?: string }): Promise<Page<Member>> {
  const terms = await findTerms(tx)
  const rows: MemberRow[] = []
  const { data, pagination } = await store.list(tx, filters, (row) => {
    rows.push(row)
    return toMember(row, fromRow(row))
  })
  const members: Member[] = []
  for (const member of data) {
    const row = rows.find(({ id }) => id === member.id) as MemberRow
    members.push(toMember(row, await readCurrent(tx, terms, row)))
  }
  return { data: members, pagination }
}

export async function enrollMember(tx: StoreTx, email: string, birthday: string | null | undefined) {
  const terms = await requireEnabled(tx)
  const address = normalizeEmail(email)
  const before = await findMemberByEmail(tx, address)
  if (!before) enroll(tx, [address], terms.revision)
  const row = before ?? (await findMemberByEmail(tx, address))
  if (row && !before) publishJoined(tx, row)
  if (row && birthday !== undefined && birthday !== row.birthday) await changeBirthday(tx, row.id, birthday)
  return { member: await readByEmail(tx, address), isNew: before === undefined }
}

export async function changeBirthday(tx: StoreTx, id: string, birthday: string | null): Promise<Member> {
  if (birthday !== null && !isDay(birthday)) throw invalidField('/birthday', 'is no day of any year')
  if ((await store.updateBirthday(tx, id, birthday)) === 0) throw notFound('loyalty member', id)
  return readById(tx, id)
}

const isDay = (birthday: string) => {
  const day = new Date(`2024-${birthday}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(5, 10) === birthday
}

export type GrantRequest = { points: number; reason: string; idempotencyKey: string }

/** A repeated call with the same key returns the first grant. */
export async function grantPoints(
  tx: StoreTx,
  audit: Audit,
  memberId: string,
  { points, reason, idempotencyKey }: GrantRequest,
) {
  const terms = await requireEnabled(tx)
  const [account] = await openAccounts(tx, terms, { ids: [memberId] })
  if (!account) throw notFound('loyalty member', memberId)
  const before = await findGrant(tx, 'manual', idempotencyKey)
  if (before && (before.member_id !== memberId || before.points !== points || before.reason !== reason.trim()))
    throw conflict('This idempotencyKey was used for another grant. Use a new one.', 'idempotency_key_reused')
  const id = before?.id ?? newId(tx.now.getTime())
  if (!before) {
    const at = new Date(account.now)
    await insertGrant(tx, {
      id,
      memberId,
      kind: 'manual',
      ref: idempotencyKey,
      points,
      reason: reason.trim(),
      grantedAt: at,
      maturesAt: at,
    })
    const moment = account.now
    const earning = { id, kind: 'grant' as const, memberId, ref: idempotencyKey, points, rateVersion: null }
    account.change(
      { kind: 'grant', ref: id, reason: reason.trim() },
      { earnings: [...account.earnings, { ...earning, earnedAt: moment, maturesAt: moment }] },
    )
    await audit(
      tx,
      'loyalty_points.granted',
      { type: 'loyalty_member', id: memberId },
      { points, reason: reason.trim() },
    )
  }
  await closeAccounts(tx, terms, [account])
  return {
    isNew: before === undefined,
    grant: {
      id,
      memberId,
      points,
      reason: reason.trim(),
      grantedAt: before?.granted_at ?? new Date(account.now).toISOString(),
      member: toSummary(memberId, account.balance, account.tier),
    },
  }
}

const rewardedAtOnce = 100
/**
 * Minimum time between two birthday rewards. It is shorter than a year, so that 29 February is rewarded every year, and
 * long enough that a changed date brings no second reward.
 */
const onceInMs = 300 * 86_400_000

export async function rewardBirthdays(tx: StoreTx, terms: Terms): Promise<boolean> {
  if (terms.birthdayPoints === 0) return false
  const { year, days } = findBirthdays(tx.now.getTime(), terms.timezone)
  const since = new Date(tx.now.getTime() - onceInMs)
  const ids = (await store.listBirthdays(tx, days, since, rewardedAtOnce)).map(({ id }) => id)
  const accounts = await openAccounts(tx, terms, { ids })
  for (const account of accounts) await rewardBirthday(tx, account, terms.birthdayPoints, year)
  await closeAccounts(tx, terms, accounts)
  return ids.length === rewardedAtOnce
}

async function rewardBirthday(tx: StoreTx, account: Account, points: number, year: number): Promise<void> {
  const [id, memberId, at] = [newId(tx.now.getTime()), account.row.id, new Date(account.now)]
  const ref = `${memberId}:${year}`
  await insertGrant(tx, { id, memberId, kind: 'birthday', ref, points, reason: null, grantedAt: at, maturesAt: at })
  const times = { earnedAt: account.now, maturesAt: account.now }
  const earning = { id, kind: 'birthday' as const, memberId, ref, points, rateVersion: null, ...times }
  account.change({ kind: 'birthday', ref: id }, { earnings: [...account.earnings, earning] })
}
