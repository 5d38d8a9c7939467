import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { readTranslations } from '#platform/values/translations.ts'
import { readRecentTimes, readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { renderWords, sampleForWords } from '#resources/email/templates/worded.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { requireSequence } from '../commands.ts'
import { factsOfOrder } from '../entering/commands.ts'
import { decideRefusal, factName, findMisfit } from '../entering/rules.ts'
import * as entering from '../entering/store.ts'
import { boughtProductsIn, type Mail, refusal, type SequenceRow, wordsIn } from '../rules.ts'
import { toFacts } from '../runs/judging.ts'
import { buildData } from '../runs/mail.ts'
import { listProblems } from '../words.ts'
import { simulate } from './rules.ts'
import type { PreviewRequest, Simulation } from './schema.ts'
import * as store from './store.ts'

type StoreAccess = { db: StoreDb; scope: StoreScope }

export async function previewMail({ db, scope }: StoreAccess, { mail: sent, orderId, reader }: PreviewRequest) {
  const translations = readTranslations(sent.translations, '/mail')
  const mail: Mail = { ...sent, heading: sent.heading ?? null, button: sent.button ?? null, translations }
  const problems = await listProblems(scope, mail, '/mail')
  if (problems.length > 0) throw refusal(problems)
  const { locale, ...words } = wordsIn(mail, reader ?? null)
  const rendered = await db.store(scope, 'read', async (tx) =>
    renderWords(tx, { words, locale, version: null }, (await loadCase(tx, orderId ?? null)).data),
  )
  if ('problem' in rendered) throw invalidField('/mail', rendered.problem)
  return rendered.answer
}

type Case = { data: Record<string, unknown>; reader: string | null }

async function loadCase(tx: StoreTx, orderId: string | null): Promise<Case> {
  const shop = await readStoreFacts(tx, false)
  if (!shop) throw new Error('a store has no row')
  const { unsubscribeUrl } = sampleForWords
  if (orderId === null)
    return { data: { ...sampleForWords, store: { name: shop.name, url: shop.origins[0] ?? null } }, reader: null }
  const row = await store.findMail(tx, orderId)
  if (!row) throw notFound('order', orderId)
  return { data: { ...buildData(row, shop), unsubscribeUrl }, reader: row.locale }
}

export async function simulateOrder(
  { db, scope }: StoreAccess,
  services: Services,
  id: string,
  orderId: string,
): Promise<Simulation> {
  const { simulation, sequence, filled } = await db.store(scope, 'read', async (tx) => {
    const sequence = await requireSequence(tx, id)
    const order = await entering.findOrder(tx, orderId)
    if (!order) throw notFound('order', orderId)
    const simulation = await simulateFor(tx, services, sequence, orderId, order)
    return { simulation, sequence, filled: await loadCase(tx, orderId) }
  })
  return { ...simulation, steps: await withSubjects({ db, scope }, sequence, simulation.steps, filled) }
}

async function simulateFor(
  tx: StoreTx,
  { secrets }: Services,
  sequence: SequenceRow,
  orderId: string,
  order: entering.OrderRow,
): Promise<Simulation> {
  const start = await decideStart(tx, sequence, order)
  const factAt = start.at ?? tx.now
  const { email } = order
  const row = await store.findFacts(tx, orderId, factAt, boughtProductsIn(sequence.steps))
  const shop = await readStoreFacts(tx, false)
  if (!row || !shop) throw notFound('order', orderId)
  const pace = { settings: await readSettings(tx), timezone: shop.timezone }
  const emails = email === null ? [] : [email]
  const walk = simulate(sequence, factAt.getTime(), {
    facts: toFacts(row, email ?? ''),
    country: row.country,
    suppressed: (await findSuppressed(tx, secrets, emails, 'sequences')).get(email ?? '') ?? null,
    recent: (await readRecentTimes(tx, emails, pace)).get(email ?? '') ?? [],
    pace,
  })
  const { reason } = start
  return {
    ...{
      starts: reason === null,
      reason,
      why: reason === null ? 'This order would start a run.' : (reasons[reason] ?? misfit),
    },
    ...{ factAt: factAt.toISOString(), isAssumed: start.at === undefined },
    ...walk,
  }
}

const misfit = 'The order does not match this filter of the trigger.'
const reasons: Record<string, string> = {
  not_live: 'The sequence is not live, so no event starts a run.',
  no_email: 'The order has no e-mail address.',
  order_cancelled: 'The order was cancelled.',
  not_happened: 'The event that starts this sequence has not happened for this order.',
  before_publishing: 'The event happened before the sequence was published.',
  too_late: 'The event happened 72 hours ago or more.',
  already_entered: 'This order has already started a run for this person.',
}

/** `at` is the time of the order's event. Without it, the simulation assumes that the event happens now. */
async function decideStart(
  tx: StoreTx,
  { id, trigger, status, publishedAt }: SequenceRow,
  order: entering.OrderRow,
): Promise<{ reason: string | null; at?: Date }> {
  if (order.email === null) return { reason: 'no_email' }
  if (order.isCancelled) return { reason: 'order_cancelled' }
  const fact = factsOfOrder(order).find(({ event }) => event === trigger.event)
  // If the event has not happened, the filters are checked against the current order. Filters of loyalty events are
  // skipped, because they do not concern orders.
  const misfitting = trigger.event.startsWith('loyalty.')
    ? undefined
    : findMisfit(trigger.filter, fact ?? { ...order, total: order.total })
  if (misfitting) return { reason: misfitting }
  if (!fact) return { reason: 'not_happened' }
  const known = { at: fact.at }
  const refused = decideRefusal(known, new Date(publishedAt ?? 0), tx.now)
  if (refused === 'too_late') return { reason: refused }
  if (status !== 'live') return { reason: 'not_live', ...known }
  if (refused) return { reason: refused }
  if (await entering.hasEntered(tx, id, order.email, factName(fact))) return { reason: 'already_entered', ...known }
  return { reason: null, ...known }
}

async function withSubjects(
  { db, scope }: StoreAccess,
  { steps }: SequenceRow,
  said: Simulation['steps'],
  { data, reader }: Case,
): Promise<Simulation['steps']> {
  const filled: Simulation['steps'] = []
  for (const each of said) {
    const step = steps[each.step]
    if (step?.type !== 'mail') filled.push(each)
    else {
      const { subject, locale } = wordsIn(step, reader)
      const words = { subject, heading: null, body: '–', button: null }
      const rendered = await db.store(scope, 'read', (tx) => renderWords(tx, { words, locale, version: null }, data))
      filled.push({ ...each, subject: 'answer' in rendered ? rendered.answer.subject : subject })
    }
  }
  return filled
}
