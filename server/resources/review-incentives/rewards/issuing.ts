// A code is stored before the shop is asked for it. A retry after a crash asks for the same code, and the shop's
// adapter looks for the code before it makes one. A reward is given only after the shop confirmed its code.
import type { CodeWorth } from '#integrations/shops/shop.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { newId } from '#platform/values/ids.ts'
import { type CodeOutcome, callShopForCode, newShopCode } from '#resources/connectors/shops/commands.ts'
import type { IncentiveValue } from '../schema.ts'
import * as codes from './code-store.ts'
import { mailJob, tellJob } from './job-names.ts'
import * as store from './store.ts'

export const issueJob = 'review_incentives.issue_codes'

const seconds = 1_000
const hours = 3_600 * seconds
const delaysMs = [5 * seconds, 30 * seconds, 120 * seconds, 600 * seconds]
/** After the shop has not answered for this time, the reward is shown as waiting and owners are notified. */
const patienceMs = hours
/** After this time we stop trying to delete a code. */
const deletionMs = 7 * 24 * hours

export async function askForCode(
  tx: StoreTx,
  { id: rewardId, incentiveId }: Pick<store.DueReward, 'id' | 'incentiveId'>,
  value: IncentiveValue,
): Promise<void> {
  await codes.insert(tx, { ...{ id: newId(tx.now.getTime()), rewardId, incentiveId }, code: newShopCode('THX'), value })
  await startIssuing(tx)
}

export async function deleteCodes(tx: StoreTx, rewardIds: readonly string[]): Promise<void> {
  if (rewardIds.length > 0 && (await codes.queueDeletions(tx, rewardIds)) > 0) await startIssuing(tx)
}

/** Asks the shop again, because it may accept the code after a change of the incentive. */
export async function retryCodes(tx: StoreTx, incentiveId: string): Promise<void> {
  if ((await codes.updateDueNow(tx, incentiveId)) > 0) await startIssuing(tx)
}

const startIssuing = (tx: StoreTx) =>
  enqueue(tx, issueJob, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId })

type Context = Pick<JobContext, 'db' | 'services' | 'stopping'>

export async function issueCodes(context: Context, scope: StoreScope): Promise<void> {
  const issueOne = () =>
    resumable<codes.DueCode, true>(context, {
      scope,
      next: () => nextRunOfStore(issueJob, scope),
      async claim(tx, { until }) {
        const row = await codes.claim(tx, until)
        // Schedules a wake-up at the end of the claim, in case the service's clock is behind the queue's clock.
        if (row) await scheduleWakeUp(tx, issueJob, until)
        return row
      },
      renew: (tx, { until }, row) => codes.extend(tx, row, until),
      async run(row, lease) {
        const outcome = await ask(context, scope, row)
        // The shop has the code even if another run has claimed the row during the call.
        if (outcome === 'done') await context.db.store(scope, 'write', (tx) => settleDone(tx, row))
        else await lease.finish((tx) => settleFailed(tx, row, outcome))
        return true
      },
    })
  while (!context.stopping.aborted && (await issueOne()));
}

const ask = ({ db, services }: Context, scope: StoreScope, row: codes.DueCode): Promise<CodeOutcome> =>
  callShopForCode({ db, services }, scope, (shop) => {
    if (row.state === 'deleting') return shop.withdrawCode(row.code)
    const startsAt = services.clock.now()
    return shop.issueCode({
      ...{ code: row.code, title: `Evident: ${row.text}`, startsAt },
      ...toCode(row.value, startsAt),
    })
  })

export function toCode({ type, amount, currency, minimumTotal, validDays }: IncentiveValue, startsAt: Date) {
  const worth: CodeWorth =
    type === 'free_shipping'
      ? { kind: type }
      : type === 'percent'
        ? { kind: type, percent: amount ?? '0' }
        : { kind: type, amount: amount ?? '0', currency: currency ?? '' }
  return {
    worth,
    minimum: minimumTotal === null || currency === null ? null : { amount: minimumTotal, currency },
    endsAt: validDays === null ? null : new Date(startsAt.getTime() + validDays * 24 * hours),
  }
}

async function settleDone(tx: StoreTx, { id, rewardId, incentiveId, code, state }: codes.DueCode): Promise<void> {
  await store.lockAll(tx)
  const current = await codes.findState(tx, id)
  if (state === 'deleting') {
    if (current === 'deleting') await codes.update(tx, id, { state: 'deleted', after: null })
    return
  }
  if (current === undefined || current === 'made') return
  if (current !== 'asked') {
    // The reward was taken back during the call. The request to delete the code may have reached the shop before the
    // code existed, so it is sent again.
    await codes.update(tx, id, { state: 'deleting', after: tx.now })
    return startIssuing(tx)
  }
  await codes.update(tx, id, { state: 'made', after: null })
  await codes.clearNotified(tx, incentiveId)
  await store.updateGiven(tx, rewardId, code)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, mailJob, { storeEnvId, organizationId }, { key: `${mailJob}:${storeEnvId}` })
}

async function settleFailed(tx: StoreTx, row: codes.DueCode, outcome: Exclude<CodeOutcome, 'done'>): Promise<void> {
  await store.lockAll(tx)
  if ((await codes.findState(tx, row.id)) !== row.state) return
  const age = tx.now.getTime() - Date.parse(row.since)
  if (row.state === 'deleting' && age > deletionMs)
    return void (await codes.update(tx, row.id, { state: 'left', after: null, error: messageOf(outcome) }))
  const isRefused = 'refused' in outcome
  const isLate = isRefused || age >= patienceMs
  const delay = isLate ? hours : (delaysMs[row.attempts - 1] ?? (delaysMs.at(-1) as number))
  const after = new Date(tx.now.getTime() + Math.max(delay, isRefused ? 0 : (outcome.afterMs ?? 0)))
  await codes.update(tx, row.id, { state: row.state, after, error: messageOf(outcome) })
  if (!isRefused) await codes.postpone(tx, after)
  await scheduleWakeUp(tx, issueJob, after)
  if (row.state === 'asked' && isRefused) await store.updateState(tx, row.rewardId, 'waiting', 'shop_refused')
  const overdue = isRefused ? [] : await codes.updateOverdue(tx, new Date(tx.now.getTime() - patienceMs))
  const notified = row.state === 'asked' && isLate ? [row.incentiveId, ...overdue] : overdue
  for (const incentiveId of new Set(notified)) await notifyOnce(tx, incentiveId, isRefused ? 'refused' : 'unreachable')
}

const messageOf = (outcome: Exclude<CodeOutcome, 'done'>) => ('refused' in outcome ? outcome.refused : outcome.later)

async function notifyOnce(tx: StoreTx, incentiveId: string, level: 'refused' | 'unreachable'): Promise<void> {
  const dayAgo = new Date(tx.now.getTime() - 24 * hours)
  if (!(await codes.updateNotified(tx, incentiveId, dayAgo))) return
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, tellJob, { storeEnvId, organizationId, incentiveId, level })
}
