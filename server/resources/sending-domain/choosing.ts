import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { readDomain } from '#platform/mail/domain-name.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { isAddress, normaliseAddress } from '#resources/email-suppressions/rules.ts'
import { checkJob } from './checking.ts'
import { keyContext, type NewKey } from './keys.ts'
import { isHeaderText, isLocalPart } from './rules.ts'
import type { ChosenDomain, SendingSettings } from './schema.ts'
import * as store from './store.ts'

const defaultLocalPart = 'reviews'

export type DomainChoice = { domain: string; fromLocal: string | undefined; settings: SendingSettings }

/** The choice is validated before a key is created, because creation is expensive. */
export function readChoice({ domain: text, fromLocalPart, fromName, replyTo }: ChosenDomain): DomainChoice {
  const read = readDomain(text)
  if ('problem' in read) throw invalidField('/domain', read.problem)
  const fromLocal = fromLocalPart?.trim().toLowerCase()
  if (fromLocal !== undefined && !isLocalPart(fromLocal))
    throw invalidField('/fromLocalPart', 'may contain letters, digits, dots, hyphens, underscores and +')
  return { domain: read.domain, fromLocal, settings: readSettings({ fromName, replyTo }) }
}

export function readSettings({ fromName, replyTo }: SendingSettings): SendingSettings {
  if (fromName && !isHeaderText(fromName)) throw invalidField('/fromName', 'must be a line of text')
  const address = replyTo && normaliseAddress(replyTo)
  if (address && !isAddress(address)) throw invalidField('/replyTo', 'is not an e-mail address')
  return { fromName: fromName === null ? null : fromName?.trim(), replyTo: address }
}

export async function chooseDomain(
  tx: StoreTx,
  audit: Audit,
  secrets: Secrets,
  { domain, fromLocal, settings }: DomainChoice,
  key: NewKey | undefined,
): Promise<boolean> {
  await store.lock(tx)
  const row = await store.find(tx)
  await writeSettings(tx, row, settings)
  if (row.domain === domain) {
    if (fromLocal !== undefined && fromLocal !== row.from_local) await store.updateLocalPart(tx, fromLocal)
    return false
  }
  // Another call removed or replaced the domain after this call checked whether it needs a key. This call has therefore
  // created no key.
  if (!key) throw conflict('The sending domain is being changed right now. Try again.')
  await store.deleteKeys(tx)
  await store.release(tx)
  // The first check is a minute later, so the merchant has time to publish. A minute is the smallest interval of the
  // schedule.
  const nextCheckAt = new Date(tx.now.getTime() + 60_000)
  await store.updateDomain(tx, {
    domain,
    fromLocal: fromLocal ?? row.from_local ?? defaultLocalPart,
    status: 'pending',
    nextCheckAt,
  })
  await addKey(tx, secrets, row.id ?? '', key, 'active')
  await scheduleWakeUp(tx, checkJob, nextCheckAt)
  await audit(tx, 'sending_domain.created', { type: 'sending_domain', id: domain })
  return true
}

export async function changeSettings(tx: StoreTx, audit: Audit, settings: SendingSettings): Promise<void> {
  await store.lock(tx)
  if (await writeSettings(tx, await store.find(tx), settings))
    await audit(tx, 'sending_domain.settings_updated', { type: 'store', id: tx.storeEnvId })
}

/** The current key signs until the new one is published. A repeated call adds no second one. */
export async function rotateKey(tx: StoreTx, audit: Audit, secrets: Secrets, key: NewKey): Promise<void> {
  const row = await requireDomain(tx)
  if (row.keys?.some(({ state }) => state === 'next')) return
  await addKey(tx, secrets, row.id, key, 'next')
  const nextCheckAt = new Date(tx.now.getTime() + 60_000)
  await store.updateNextCheck(tx, nextCheckAt)
  await scheduleWakeUp(tx, checkJob, nextCheckAt)
  await audit(tx, 'sending_domain.rotation_started', { type: 'sending_domain', id: row.domain })
}

export async function deleteDomain(tx: StoreTx, audit: Audit): Promise<void> {
  const { domain } = await requireDomain(tx)
  await store.deleteKeys(tx)
  await store.release(tx)
  await store.updateDomain(tx, { domain: null, fromLocal: null, status: 'none', nextCheckAt: null })
  await audit(tx, 'sending_domain.deleted', { type: 'sending_domain', id: domain })
}

export async function requireDomain(tx: StoreTx) {
  await store.lock(tx)
  const row = await store.find(tx)
  const { id, domain } = row
  if (id === null || domain === null) throw notFound('sending domain; set one first')
  return { ...row, id, domain }
}

function addKey(tx: StoreTx, secrets: Secrets, domainId: string, key: NewKey, state: 'active' | 'next') {
  const id = newId(tx.now.getTime())
  const privateKey = secrets.seal(key.privateKey, keyContext(tx.storeEnvId, id))
  return store.insertKey(tx, { id, domainId, selector: key.selector, publicKey: key.publicKey, privateKey, state })
}

async function writeSettings(
  tx: StoreTx,
  row: store.DomainRow,
  { fromName, replyTo }: SendingSettings,
): Promise<boolean> {
  const after = {
    fromName: fromName === undefined ? row.from_name : fromName,
    replyTo: replyTo === undefined ? row.reply_to : replyTo,
  }
  if (after.fromName === row.from_name && after.replyTo === row.reply_to) return false
  await store.updateSettings(tx, after)
  return true
}
