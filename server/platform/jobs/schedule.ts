// Starts the jobs of stores by the service's own clock. An area schedules a wake-up for the time when one of its rows is
// due. A wake-up stores a time and a job. Every minute each due wake-up is deleted and its job added, and the job does
// everything that is due. Clocks differ, so a job that finds nothing due schedules the next wake-up itself.
import { Type } from 'typebox'
import type { StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import { type CrossJobContext, enqueueAll, job } from './jobs.ts'

export const OfStore = Type.Object({ storeEnvId: Type.String(), organizationId: Type.String() })

const minuteMs = 60_000
const wakeUpsPerRound = 500

/**
 * The wake-up is at least a whole minute ahead, because an earlier one could become due before this transaction commits.
 */
export const scheduleWakeUp = (tx: StoreTx, jobId: string, dueAt: Date): Promise<void> =>
  scheduleWakeUps(tx, jobId, [dueAt])

/** Schedules many wake-ups. The statement is sent together with the transaction's next statement or its commit. */
export async function scheduleWakeUps(tx: StoreTx, jobId: string, dueAts: readonly Date[]): Promise<void> {
  const earliest = tx.now.getTime() + minuteMs
  const minutes = new Set(dueAts.map((at) => Math.ceil(Math.max(at.getTime(), earliest) / minuteMs) * minuteMs))
  if (minutes.size === 0) return
  tx.sendAlong(sql`
    insert into wake_ups (store_env_id, task, due_at, organization_id)
    select ${tx.storeEnvId}, ${jobId}, at, ${tx.organizationId}
      from unnest(${[...minutes].sort().map((at) => new Date(at))}::timestamptz[]) at on conflict do nothing`)
}

type WakeUp = { storeEnvId: string; organizationId: string; task: string }

async function wakeAllDue({ db, stopping }: CrossJobContext): Promise<void> {
  let taken = wakeUpsPerRound
  while (taken === wakeUpsPerRound && !stopping.aborted) taken = await db.system('write', wakeDue)
}

export default [
  job({ id: 'schedule.wake', across: true, payload: Type.Object({}), schedule: '* * * * *', run: wakeAllDue }),
  // The id of this job before 28 November 2026. Jobs of that id may still be queued. Delete it one release later.
  job({ id: 'agenda.tick', across: true, payload: Type.Object({}), run: wakeAllDue }),
]

/** Rows are never updated, so `ctid` identifies them. A join by key took 22 s for 20,000 wake-ups instead of 0.2 s. */
export async function wakeDue(tx: SystemTx): Promise<number> {
  const due = await tx.all<WakeUp>(sql`
    with due as materialized (
      select ctid as row_id from wake_ups where due_at <= ${tx.now}
       order by due_at limit ${wakeUpsPerRound} for update skip locked)
    delete from wake_ups w using due where w.ctid = due.row_id
    returning w.store_env_id as "storeEnvId", w.organization_id as "organizationId", w.task`)
  for (const [task, wakeUps] of Map.groupBy(due, (wakeUp) => wakeUp.task)) {
    const stores = new Map(wakeUps.map(({ storeEnvId, organizationId }) => [storeEnvId, organizationId]))
    await enqueueAll(
      tx,
      task,
      [...stores].map(([storeEnvId, organizationId]) => ({ storeEnvId, organizationId })),
    )
  }
  return due.length
}
