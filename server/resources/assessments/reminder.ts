// Mails owners once, twelve months after the last assessment.
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwnersIn } from '#resources/account/owner-commands.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import { leastPlan, reminderDueAt } from './rules.ts'
import * as store from './store.ts'

export const remindJob = 'evidence.mail_assessment_due'

/** Returns the time of the next check. Undefined if there is nothing to check before a new assessment. */
export async function remindOwners(
  db: StoreDb,
  scope: StoreScope,
  billing: Billing,
  now: Date,
): Promise<Date | undefined> {
  const last = await db.store(scope, 'read', store.findLast)
  if (!last || last.remindedAt !== null) return undefined
  const dueAt = reminderDueAt(last.finishedAt)
  if (dueAt > now) return dueAt
  return (await db.store(scope, 'write', (tx) => remind(tx, last, billing))) ? undefined : now
}

/** Returns false if the store cannot make an assessment now. */
async function remind(tx: StoreTx, last: store.LastAssessment, billing: Billing): Promise<boolean> {
  const shop = await store.findStore(tx)
  if (!shop) return true
  const { plan, lapsed } = decideSubscriptionState(shop.subscription, tx.now, billing)
  if (lapsed || !includes(plan, leastPlan)) return false
  if (await store.updateReminded(tx, last.id)) {
    const { storeEnvId, organizationId } = tx
    await enqueueForOwnersIn(tx, remindJob, { storeEnvId, organizationId, finishedAt: last.finishedAt })
  }
  return true
}

export type Reminder = StoreScope & { finishedAt: string; to: string }

export async function mailReminder({ db, services }: JobContext, reminder: Reminder): Promise<void> {
  const { organizationId, storeEnvId, to, finishedAt } = reminder
  const found = await db.store(reminder, 'read', async (tx) => {
    const shop = await store.findStore(tx)
    return shop && { ...shop, language: (await store.findLanguage(tx, to))?.language ?? null }
  })
  if (!found) return
  const language = languageOf(found.language)
  const texts = textsIn('yearly-assessment', language)
  const named = {
    store: found.name,
    date: new Date(finishedAt).toLocaleDateString(language, { dateStyle: 'long', timeZone: found.timezone }),
  }
  const address = `${services.origin}/admin/stores/${storeEnvId}/evidence`
  const text = [fill(texts.last, named), texts.next, address, texts.advice].map((line) => `${line}\n`).join('\n')
  await services.mail.send({ organizationId, to, subject: fill(texts.subject, named), text })
}
