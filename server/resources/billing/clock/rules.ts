// Pure functions. The state of a subscription needs no job, because each read computes it.
import { decideSubscriptionState, graceDays, lapsesAtMs } from '../rules.ts'
import { pastDueSince, type SubscriptionRecord, toFacts } from '../transitions.ts'

export const noticeKinds = ['trial_ending', 'payment_due', 'payment_overdue', 'grace_ending', 'expired'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** `about` identifies the occasion of the notice, such as the end of the trial or the invoice. */
export type Notice = { kind: NoticeKind; about: string }

const dayMs = 86_400_000
const trialNoticeDays = 2
const dueNoticeDays = 3
const graceNoticeDays = 3
/**
 * If a store lapsed longer ago than this, its owners get no mail, for example when an operator starts to sell plans.
 */
const lapsedNoticeDays = 30
/** The invoice of a renewal is issued this long before the period ends. */
export const renewalDays = 14

const msOf = (instant: string) => Date.parse(instant)
const begins = (from: number, nowMs: number, until: number) => from <= nowMs && nowMs < until

export function noticesAt(record: SubscriptionRecord, now: Date): Notice[] {
  const nowMs = now.getTime()
  const facts = toFacts(record)
  const { status, lapsed } = decideSubscriptionState(facts, now, 'manual')
  if (lapsed) {
    const at = lapsesAtMs(facts, 'manual')
    if (!begins(at, nowMs, at + lapsedNoticeDays * dayMs)) return []
    return [{ kind: 'expired', about: new Date(at).toISOString() }]
  }
  const notices: Notice[] = []
  if (
    status === 'trialing' &&
    record.trialEndsAt !== null &&
    msOf(record.trialEndsAt) - trialNoticeDays * dayMs <= nowMs
  )
    notices.push({ kind: 'trial_ending', about: record.trialEndsAt })
  if (record.status !== 'active') return notices
  for (const [invoice, dueAt] of Object.entries(record.owed)) {
    if (msOf(dueAt) <= nowMs) notices.push({ kind: 'payment_overdue', about: `${invoice} ${dueAt}` })
    else if (msOf(dueAt) - dueNoticeDays * dayMs <= nowMs)
      notices.push({ kind: 'payment_due', about: `${invoice} ${dueAt}` })
  }
  const since = pastDueSince(record)
  if (since !== null && msOf(since) + (graceDays - graceNoticeDays) * dayMs <= nowMs)
    notices.push({ kind: 'grace_ending', about: since })
  return notices
}

export function nextStepAt(record: SubscriptionRecord, now: Date): Date | undefined {
  const after = (instant: string | null, days: number) => (instant === null ? [] : [msOf(instant) + days * dayMs])
  const { trialEndsAt, currentPeriodEndsAt, nextPlanAt, status } = record
  const since = pastDueSince(record)
  const steps = [
    ...(status === 'trialing' ? [...after(trialEndsAt, -trialNoticeDays), ...after(trialEndsAt, 0)] : []),
    ...(status === 'active' ? after(currentPeriodEndsAt, -renewalDays) : []),
    ...(status === 'cancelled' ? after(currentPeriodEndsAt, 0) : []),
    ...after(nextPlanAt, 0),
    ...Object.values(record.owed).flatMap((dueAt) => [...after(dueAt, -dueNoticeDays), ...after(dueAt, 0)]),
    ...after(since, graceDays - graceNoticeDays),
    ...after(since, graceDays),
  ].filter((at) => at > now.getTime())
  return steps.length === 0 ? undefined : new Date(Math.min(...steps))
}
