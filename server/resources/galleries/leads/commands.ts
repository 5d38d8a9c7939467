import { publish, subjectErased } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { someText } from '#platform/values/translations.ts'
import { requestConfirmation } from '../confirmations/commands.ts'
import { leadSubmitted } from '../events.ts'
import { completeForm, formText } from '../lead-form/rules.ts'
import { noteForNotice } from '../notices/commands.ts'
import { computeKeys, type LeadContent, type LeadRow, type LeadSubmission } from './rules.ts'
import type { LeadChanges, ReceivedStatus } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
export const confirmationDays = 7

type Outside = Pick<Services, 'secrets' | 'origin'>
export type ReceivedLead = { id: string; status: ReceivedStatus }

export async function readForm(tx: StoreTx, galleryId: string) {
  const found = await store.findForm(tx, galleryId)
  const form = completeForm(found?.leadForm)
  if (!found || !form.enabled) throw notFound('gallery with a form', galleryId)
  return { ...found, form }
}
export type OpenForm = Awaited<ReturnType<typeof readForm>>

/**
 * A repeat within a day is not stored, sent or notified again. It returns the first lead's id, but only to the same
 * visitor.
 */
export async function takeLead(
  tx: StoreTx,
  { secrets, origin }: Outside,
  open: OpenForm,
  said: LeadContent,
  sent: LeadSubmission & { store: { name: string; url: string } },
): Promise<ReceivedLead> {
  const { form } = open
  const status = form.confirmEmail ? ('confirmation_sent' as const) : ('received' as const)
  const keys = computeKeys(secrets, { ...said, ...sent })
  await store.lockKey(tx, keys.key)
  const first = await store.findSince(tx, keys.key, new Date(tx.now.getTime() - dayMs))
  const id = newId(tx.now.getTime())
  if (first) return { id: first.visitor.equals(keys.visitor) ? first.id : id, status }
  const { galleryId, isSpam } = sent
  const consentText = formText(form, 'consentText', open, said.locale ?? undefined) ?? ''
  const kept = isSpam ? ('spam' as const) : form.confirmEmail ? ('unconfirmed' as const) : ('new' as const)
  await store.insert(tx, { ...said, ...keys, id, galleryId, status: kept, consentText })
  if (kept === 'unconfirmed') await requestConfirmation(tx, { secrets, origin }, { id, ...said, store: sent.store })
  if (kept === 'new') await tell(tx, { ...said, id, galleryId })
  return { id, status }
}

async function tell(tx: StoreTx, lead: LeadContent & { id: string; galleryId: string }): Promise<void> {
  const { id, galleryId, email, name, phone, message } = lead
  publish(tx, leadSubmitted, {
    ...{ id, galleryId, email },
    ...(name !== null && { name }),
    ...(phone !== null && { phone }),
    ...(message !== null && { message }),
  })
  await noteForNotice(tx, id)
}

/** Returns true if the lead is confirmed now or was confirmed earlier. Returns false if it can no longer be confirmed. */
export async function confirmLead(tx: StoreTx, id: string): Promise<boolean> {
  const lead = await store.lock(tx, id)
  if (!lead || isTooOld(lead, tx.now) || (lead.status === 'spam' && lead.confirmedAt === null)) return false
  if (lead.status !== 'unconfirmed') return true
  await store.updateConfirmed(tx, id)
  await tell(tx, lead)
  return true
}

export const isTooOld = ({ status, createdAt }: Pick<LeadRow, 'status' | 'createdAt'>, now: Date): boolean =>
  status === 'unconfirmed' && now.getTime() - Date.parse(createdAt) >= confirmationDays * dayMs

export const requireLead = async (tx: StoreTx, galleryId: string, id: string): Promise<LeadRow> =>
  orNotFound(await store.find(tx, galleryId, id), 'lead', id)

/** An unconfirmed lead can only become spam. Any other status throws 409, because only the sender can confirm it. */
export async function changeLead(tx: StoreTx, galleryId: string, id: string, changes: LeadChanges): Promise<LeadRow> {
  const before = await store.lock(tx, id)
  if (!before || before.galleryId !== galleryId) throw notFound('lead', id)
  const { status = before.status, note = before.note } = changes
  if (before.status === 'unconfirmed' && status !== 'unconfirmed' && status !== 'spam')
    throw conflict('The sender has not confirmed the address yet. Until then you can only mark this lead as spam.')
  const next = { status, note: someText(note) }
  if (next.status === before.status && next.note === before.note) return before
  await store.update(tx, id, next)
  return requireLead(tx, galleryId, id)
}

export async function deleteLead(tx: StoreTx, galleryId: string, id: string): Promise<void> {
  if ((await store.deleteLead(tx, galleryId, id)) === 0) throw notFound('lead', id)
  publishErased(tx, [id])
}

export const deleteGalleryLeads = async (tx: StoreTx, galleryId: string): Promise<void> =>
  publishErased(tx, await store.deleteByGallery(tx, galleryId))

export async function eraseLeads(tx: StoreTx, email: string): Promise<number> {
  const removed = await store.deleteByEmail(tx, email)
  publishErased(tx, removed)
  return removed.length
}

export async function deleteOldLeads(tx: StoreTx, limit: number): Promise<number> {
  const unconfirmedBefore = new Date(tx.now.getTime() - confirmationDays * dayMs)
  const removed = await store.deleteOld(tx, unconfirmedBefore, completeForm().retentionDays, limit)
  publishErased(tx, removed)
  return removed.length
}

/** Publishes the erasure, so that pending and retryable deliveries of these leads retain only the id. */
function publishErased(tx: StoreTx, ids: readonly string[]): void {
  for (const id of ids) publish(tx, subjectErased, { id })
}
