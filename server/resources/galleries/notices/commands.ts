// Due notices and their job are written in one transaction. A mail reads its lead when it is sent, so erased people appear
// in no mail.
import type { StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { isAddress } from '#platform/mail/compose.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { type MessageKind, queueMessages } from '#resources/email/commands.ts'
import { completeForm } from '../lead-form/rules.ts'
import { hourBefore, planNotices } from './rules.ts'
import * as store from './store.ts'

export const noticeJob = 'galleries.tell_of_leads'

const galleriesPerJob = 100
/** Maximum number of leads in a digest. A longer mail would not be read, and the list of leads shows all of them. */
export const shownInDigest = 20

/** Runs in the transaction that accepts a lead, or that confirms it if confirmation is required. */
export async function noteForNotice(tx: StoreTx, leadId: string): Promise<void> {
  if ((await store.updateDue(tx, leadId)) === 0) return
  await wake(tx, noticeJob)
}

/** One transaction queues the mails of a gallery and records them in its leads. */
export async function sendNotices({ db, services, stopping }: JobContext, scope: StoreScope): Promise<void> {
  const untold = await db.store(scope, 'read', (tx) => store.listUntold(tx, galleriesPerJob))
  for (const { galleryId } of untold) {
    if (stopping.aborted) throw new Error('stopped before all mails were queued')
    await db.store(scope, 'write', (tx) => sendGalleryNotices(tx, services.secrets, galleryId))
  }
}

async function sendGalleryNotices(tx: StoreTx, secrets: Secrets, galleryId: string): Promise<void> {
  await store.lockStore(tx)
  const untold = await store.findUntold(tx, galleryId)
  if (!untold) return
  const { due, waitingSince, leadForm, locale } = untold
  const to = completeForm(leadForm).notificationEmail
  if (to === null) return void (await store.updateUntold(tx, galleryId))
  const sentSingly = await store.countSent(tx, galleryId, hourBefore(tx.now))
  const backlog = { due: due.length, waitingSince: waitingSince === null ? null : new Date(waitingSince), sentSingly }
  const { singly, digest } = planNotices(backlog, tx.now)
  const [now, later] = [due.slice(0, singly), due.slice(singly)]
  const keys = now.map((id) => `${keyStarts.lead}${id}`)
  if (digest === 'now') keys.push(`${keyStarts.digest}${galleryId}:${tx.now.getTime()}`)
  if (now.length > 0) await store.updateSent(tx, now)
  if (digest === 'now') await store.updateDigested(tx, galleryId)
  else if (later.length > 0) await store.updateWaiting(tx, later)
  if (digest instanceof Date) await scheduleWakeUp(tx, noticeJob, digest)
  const message = { template: noticeMail.template, to: { email: to }, locale: locale ?? 'en', data: {} }
  await queueMessages(
    tx,
    secrets,
    keys.map((key) => ({ ...message, key, category: 'transactional' as const })),
  )
}

const keyStarts = { lead: 'lead_notice:', digest: 'lead_digest:' } as const

function findNotice(tx: StoreReads, key: string) {
  if (key.startsWith(keyStarts.lead))
    return store.findNotified(tx, { leadId: key.slice(keyStarts.lead.length) }, shownInDigest)
  const [galleryId = '', at = ''] = key.slice(keyStarts.digest.length).split(':')
  return store.findNotified(tx, { galleryId, at: new Date(Number(at)) }, shownInDigest)
}

export const noticeMail: MessageKind = {
  template: 'lead_notice',
  async stillWanted(tx, { key }) {
    return (await findNotice(tx, key)) ? true : { skip: 'lead_removed' }
  },
  async fill(tx, { key }, { origin }) {
    const notified = await findNotice(tx, key)
    if (!notified) throw new Error('the leads of a notice are gone')
    const [first] = notified.leads
    const isOfOne = notified.count === 1
    return {
      data: {
        store: { name: notified.storeName, url: notified.url },
        gallery: { name: notified.galleryName },
        count: notified.count,
        leads: notified.leads.map(({ message, ...lead }) => ({ ...lead, body: message })),
        adminUrl: `${origin}/admin/galleries/${notified.galleryId}`,
      },
      ...(isOfOne && first && isAddress(first.email) && { replyTo: first.email }),
    }
  },
}
