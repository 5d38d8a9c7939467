// Takes in what visitors send by a gallery's form, and lets it count: at once, or once its sender has proven the address.

import { publish, subjectErased } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { someText } from '#platform/values/translations.ts'
import { requestConfirmation } from '../confirmations/commands.ts'
import { leadSubmitted } from '../events.ts'
import { formOf, formText } from '../lead-form/rules.ts'
import { noteForNotice } from '../notices/commands.ts'
import { keysOf, type LeadRow, type Said, type Sent } from './rules.ts'
import type { LeadChanges, ReceivedStatus } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
export const confirmationDays = 7

type Outside = Pick<Services, 'secrets' | 'origin'>
export type Received = { id: string; status: ReceivedStatus }

/** Throws 404 for a gallery that shoppers do not see, or that has no form. */
export async function readForm(tx: StoreTx, galleryId: string) {
  const found = await store.findForm(tx, galleryId)
  const form = formOf(found?.leadForm)
  if (!found || !form.enabled) throw notFound('gallery with a form', galleryId)
  return { ...found, form }
}
export type OpenForm = Awaited<ReturnType<typeof readForm>>

/** Of the same that has come within a day its first: nothing more is kept, sent or told. */
export async function takeLead(
  tx: StoreTx,
  { secrets, origin }: Outside,
  open: OpenForm,
  said: Said,
  sent: Sent & { store: { name: string; url: string } },
): Promise<Received> {
  const { form } = open
  const status = form.confirmEmail ? ('confirmation_sent' as const) : ('received' as const)
  const keys = keysOf(secrets, { ...said, ...sent })
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

/** What everybody is told of it who may know: webhooks, the form's own receiver, and the store by mail. */
async function tell(tx: StoreTx, lead: Said & { id: string; galleryId: string }): Promise<void> {
  const { id, galleryId, email, name, phone, message } = lead
  publish(tx, leadSubmitted, {
    ...{ id, galleryId, email },
    ...(name !== null && { name }),
    ...(phone !== null && { phone }),
    ...(message !== null && { message }),
  })
  await noteForNotice(tx, id)
}

/** True where it counts from now on, or has before; false where it waits for nothing any more. */
export async function confirmLead(tx: StoreTx, id: string): Promise<boolean> {
  const lead = await store.lock(tx, id)
  if (!lead || isTooOld(lead, tx.now) || (lead.status === 'spam' && lead.confirmedAt === null)) return false
  if (lead.status !== 'unconfirmed') return true
  await store.updateConfirmed(tx, id)
  await tell(tx, lead)
  return true
}

/** Nobody confirmed it in time. */
export const isTooOld = ({ status, createdAt }: Pick<LeadRow, 'status' | 'createdAt'>, now: Date): boolean =>
  status === 'unconfirmed' && now.getTime() - Date.parse(createdAt) >= confirmationDays * dayMs

export const requireLead = async (tx: StoreTx, galleryId: string, id: string): Promise<LeadRow> =>
  orNotFound(await store.find(tx, galleryId, id), 'lead', id)

/** Throws 409 for one that waits for its sender: the store cannot confirm it in their place. */
export async function changeLead(tx: StoreTx, galleryId: string, id: string, changes: LeadChanges): Promise<LeadRow> {
  const before = await store.lock(tx, id)
  if (!before || before.galleryId !== galleryId) throw notFound('lead', id)
  const { status = before.status, note = before.note } = changes
  if (before.status === 'unconfirmed' && status !== 'unconfirmed' && status !== 'spam')
    throw conflict('This lead waits for its sender to confirm the address: until then it can only be marked as spam.')
  const next = { status, note: someText(note) }
  if (next.status === before.status && next.note === before.note) return before
  await store.update(tx, id, next)
  return requireLead(tx, galleryId, id)
}

export async function removeLead(tx: StoreTx, galleryId: string, id: string): Promise<void> {
  if ((await store.remove(tx, galleryId, id)) === 0) throw notFound('lead', id)
  forget(tx, [id])
}

/** All that a gallery's form has brought. */
export const forgetLeads = async (tx: StoreTx, galleryId: string): Promise<void> =>
  forget(tx, await store.removeOfGallery(tx, galleryId))

export async function eraseLeads(tx: StoreTx, email: string): Promise<number> {
  const removed = await store.removeOf(tx, email)
  forget(tx, removed)
  return removed.length
}

/** Those that are older than they may be; how many. */
export async function cleanLeads(tx: StoreTx, limit: number): Promise<number> {
  const unconfirmedBefore = new Date(tx.now.getTime() - confirmationDays * dayMs)
  const removed = await store.removeOld(tx, unconfirmedBefore, formOf().retentionDays, limit)
  forget(tx, removed)
  return removed.length
}

/** What was to be delivered of them, or is kept to be delivered again, says their ids and nothing else from now on. */
function forget(tx: StoreTx, ids: readonly string[]): void {
  for (const id of ids) publish(tx, subjectErased, { id })
}
