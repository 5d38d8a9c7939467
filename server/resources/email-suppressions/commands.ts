import type { Audit } from '#platform/audit/audit.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { forbidden, invalidField, notFound } from '#platform/values/errors.ts'
import {
  isAddress,
  needsAnswerablePerson,
  normaliseAddress,
  reasonOf,
  type Skip,
  skipFor,
  softBounceDays,
  softBouncePauseDays,
  softBounceWindowDays,
} from './rules.ts'
import type { GivenReason, Reason, Scope, Suppression } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/**
 * One day longer than the window, because soft bounces are counted by day. By then, all bounces of a day are outside the
 * window.
 */
const keepSoftBouncesMs = (softBounceWindowDays + 1) * dayMs

export const tidyJob = 'email_suppressions.tidy'

/** Runs in the sending transaction, so that new suppressions count. `transactional` mail is stopped only by scope `all`. */
export async function findSuppressed(
  tx: StoreTx,
  secrets: Secrets,
  emails: readonly string[],
  scope: Scope | 'transactional',
): Promise<Map<string, Skip>> {
  const hashed = [...new Set(emails.map(normaliseAddress))].map((email) => hashAddress(secrets, email))
  if (hashed.length === 0) return new Map()
  const emailByHash = new Map(hashed.map(({ email, hash }) => [hash.toString('hex'), email]))
  const active = Map.groupBy(
    await store.listActive(tx, hashed, scope),
    (row) => emailByHash.get(row.email_hash.toString('hex')) ?? row.email,
  )
  return new Map(
    emails.flatMap((email) => {
      const rows = active.get(normaliseAddress(email))
      if (!rows) return []
      const skip = skipFor(rows.map(({ reason }) => reason))
      return [email, normaliseAddress(email)].map((key) => [key, skip] as const)
    }),
  )
}

/** A repeated suppression changes nothing, except that it can extend an expiring one. */
export async function suppress(
  tx: StoreTx,
  secrets: Secrets,
  row: { email: string; scope: Scope; reason: Reason; source?: string; expiresAt?: Date },
): Promise<void> {
  const { scope, reason, source = null, expiresAt = null } = row
  const address = hashAddress(secrets, normaliseAddress(row.email))
  await store.upsert(tx, [{ ...address, scope, reason, source, note: null, expiresAt }], false)
  if (expiresAt) await scheduleWakeUp(tx, tidyJob, expiresAt)
}

/** Records a temporary failure. Failures on three different days suppress the address for two weeks. */
export async function recordSoftBounce(
  tx: StoreTx,
  secrets: Secrets,
  row: { email: string; messageId: string; source?: string },
): Promise<void> {
  const { hash, email } = hashAddress(secrets, normaliseAddress(row.email))
  await store.insertSoftBounce(tx, hash, row.messageId)
  const since = new Date(tx.now.getTime() - softBounceWindowDays * dayMs)
  await scheduleWakeUp(tx, tidyJob, new Date(tx.now.getTime() + keepSoftBouncesMs))
  if ((await store.countSoftBounceDays(tx, hash, since)) < softBounceDays) return
  const expiresAt = new Date(tx.now.getTime() + softBouncePauseDays * dayMs)
  await suppress(tx, secrets, {
    email,
    scope: 'all',
    reason: 'soft_bounce',
    expiresAt,
    ...(row.source && { source: row.source }),
  })
  // Restarts the count, so the next suppression needs failures on three more days.
  await store.deleteSoftBounces(tx, hash)
}

export type GivenSuppression = { email: string; scope?: Scope; reason?: GivenReason; note?: string | null }

export async function addSuppression(
  tx: StoreTx,
  secrets: Secrets,
  audit: Audit,
  named: GivenSuppression,
): Promise<{ suppression: Suppression; isNew: boolean }> {
  const email = normaliseAddress(named.email)
  if (!isAddress(email)) throw invalidField('/email', 'is not an e-mail address')
  const { scope = 'all', note = null } = named
  const reason = reasonOf(named.reason ?? 'manual')
  const address = hashAddress(secrets, email)
  const [row] = await store.upsert(tx, [{ ...address, scope, reason, source: 'api', note, expiresAt: null }], true)
  const stored = row ?? (await store.findOne(tx, address, scope, reason))
  if (!stored) throw new Error('A suppression was neither added nor found.')
  if (row?.is_new) await audit(tx, 'email_suppression.created', toTarget(row.id), { scope, reason })
  return { suppression: store.toSuppression(stored), isNew: row?.is_new === true }
}

export async function importSuppressions(
  tx: StoreTx,
  secrets: Secrets,
  audit: Audit,
  {
    addresses,
    scope = 'all',
    reason: given = 'import',
  }: { addresses: readonly string[]; scope?: Scope; reason?: GivenReason },
) {
  const reason = reasonOf(given)
  const normalised = addresses.map(normaliseAddress)
  const good = [...new Set(normalised.filter(isAddress))]
  const rows = good.map((email) => ({
    ...hashAddress(secrets, email),
    scope,
    reason,
    source: 'import',
    note: null,
    expiresAt: null,
  }))
  const created = rows.length === 0 ? 0 : (await store.upsert(tx, rows, true)).filter((row) => row.is_new).length
  const errors = normalised.flatMap((email, index) =>
    isAddress(email) ? [] : [{ index, code: 'invalid_address', message: 'Invalid e-mail address.' }],
  )
  const target = { type: 'store', id: tx.storeEnvId }
  if (created > 0) await audit(tx, 'email_suppression.imported', target, { scope, reason, created })
  const received = addresses.length
  return { received, created, unchanged: received - created - errors.length, failed: errors.length, errors }
}

export async function deleteSuppression(tx: StoreTx, audit: Audit, caller: Caller, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('suppression', id)
  if (needsAnswerablePerson(row.reason)) requireAnswerable(caller)
  await store.deleteSuppression(tx, id)
  await audit(tx, 'email_suppression.deleted', toTarget(id), { scope: row.scope, reason: row.reason })
}

export const listPersonSuppressions = (tx: StoreReads, secrets: Secrets, email: string, limit?: number) =>
  store.listOfPerson(tx, hashAddress(secrets, normaliseAddress(email)), limit)

export const eraseSuppressedAddress = (tx: StoreTx, secrets: Secrets, email: string): Promise<number> =>
  store.eraseAddress(tx, hashAddress(secrets, normaliseAddress(email)))

export async function tidy(tx: StoreTx): Promise<void> {
  await store.deleteExpired(tx)
  await store.deleteSoftBouncesBefore(tx, new Date(tx.now.getTime() - softBounceWindowDays * dayMs))
  // Renews the wake-up for rows that are not due yet. A process whose clock runs ahead may have consumed the earlier
  // wake-up.
  const oldest = await store.findOldest(tx)
  if (oldest?.expires_at) await scheduleWakeUp(tx, tidyJob, new Date(oldest.expires_at))
  if (oldest?.bounced_at) await scheduleWakeUp(tx, tidyJob, new Date(Date.parse(oldest.bounced_at) + keepSoftBouncesMs))
}

/** The hash is keyed, so that nobody can test a list of likely addresses against a copy of the database. */
export const hashAddress = (secrets: Secrets, email: string): store.HashedAddress => ({
  email,
  hash: Buffer.from(secrets.tokenFor(`suppressed address ${email}`), 'base64url'),
})

function requireAnswerable(caller: Caller): void {
  if (caller.actsInPerson && (caller.role === 'ADMIN' || caller.role === 'OWNER')) return
  throw forbidden('user_session_required', 'Only a signed-in Admin or Owner may remove a complaint.')
}

// Contains no part of the address, because the audit log outlives an erasure.
const toTarget = (id: string) => ({ type: 'email_suppression', id })
