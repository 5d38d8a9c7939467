import { LRUCache } from 'lru-cache'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { FilledMail, Message, MessageKind, MessageOutcome, SendDecision } from '#resources/email/commands.ts'
import { readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { quietHoursUntil } from '#resources/email/sending/pacing-rules.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import type { OwnWords } from '#resources/email/templates/schema.ts'
import { type MailStep, wordsIn } from '../rules.ts'
import { endRuns } from './commands.ts'
import { isIncluded, readFacts } from './judging.ts'
import { buildData, handedBy, template } from './mail.ts'
import { decideEnd, hasConsent, isLate } from './rules.ts'
import * as store from './store.ts'

const hourMs = 3_600_000
const tooLate = 'too_late'
const ending = ['customer_suppressed', 'customer_unsubscribed']

export const sequenceMails: MessageKind = { template, stillWanted, fill, settled }

async function stillWanted(tx: StoreTx, message: Message, { config }: Services): Promise<SendDecision> {
  const { runId, step } = handedBy(message.key)
  const handed = await store.findHanded(tx, runId, step)
  if (!handed || handed.status === 'archived') return { skip: 'run_ended' }
  if (handed.state === 'exited') return { skip: handed.exitReason ?? 'run_ended' }
  if (isLate(Date.parse(handed.dueAt), tx.now.getTime())) return { skip: tooLate }
  const shop = await readStoreFacts(tx, false)
  const rests = handed.status === 'paused' || !shop || !isIncluded(shop, tx.now, config.billing)
  if (rests) return { until: new Date(tx.now.getTime() + hourMs), reason: 'sequence_rests' }
  const [version] = await store.listVersions(tx, handed.sequenceId, [handed.version])
  const facts = (await readFacts(tx, [{ id: runId, email: message.email }])).get(runId)
  if (!version || !facts) return { skip: 'run_ended' }
  const end =
    decideEnd(version, facts) ?? (hasConsent(version, facts) ? undefined : { reason: 'no_consent', isGoal: false })
  if (end) {
    await endRuns(tx, [{ id: runId, ...end }])
    return { skip: end.reason }
  }
  const pace = { settings: await readSettings(tx), timezone: shop.timezone }
  const until = quietHoursUntil(facts.country, new Date(handed.handedOverAt), pace, tx.now)
  return until ? { until, reason: 'quiet_hours' } : true
}

// The cache lives as long as the process, so it is module state. A version with runs never changes, so no entry becomes
// stale.
const known = new LRUCache<string, MailStep>({ maxSize: 1_000_000 })

/** Reads all data when the mail is sent, so that the mail reflects every earlier erasure and correction. */
async function fill(tx: StoreReads, { key }: Message): Promise<FilledMail> {
  const { runId, step } = handedBy(key)
  const [handed, [row], shop] = [
    await store.findHanded(tx, runId, step),
    await store.listMails(tx, [runId]),
    await readStoreFacts(tx, false),
  ]
  if (!handed || !row || !shop) return { data: {}, words: null }
  return { data: buildData(row, shop), words: await loadWords(tx, handed, step, row.locale) }
}

async function loadWords(
  tx: StoreReads,
  handed: store.HandedMail,
  step: number,
  reader: string | null,
): Promise<OwnWords | null> {
  const name = `${handed.sequenceId}:${handed.version}:${step}`
  const mail = await loadMail(tx, handed, step, name)
  if (!mail) return null
  const { locale, ...words } = wordsIn(mail, reader)
  return { words, locale, version: `${name}:${locale ?? ''}` }
}

async function loadMail(tx: StoreReads, { sequenceId, version }: store.HandedMail, step: number, name: string) {
  const found = known.get(name)
  if (found) return found
  const [stored] = await store.listVersions(tx, sequenceId, [version])
  const mail = stored?.steps[step]
  if (mail?.type !== 'mail') return null
  known.set(name, mail, { size: JSON.stringify(mail).length + 500 })
  return mail
}

async function settled(tx: StoreTx, { key }: Message, { state, reason, at }: MessageOutcome): Promise<void> {
  const handed = handedBy(key)
  const isMissed = state === 'skipped' && reason === tooLate
  await store.updateOutcome(tx, handed, {
    state: isMissed ? 'missed' : state,
    reason,
    sentAt: state === 'sent' ? at : null,
  })
  if (state === 'skipped' && ending.includes(reason ?? ''))
    await endRuns(tx, [{ id: handed.runId, reason: reason ?? '', isGoal: false }])
}
