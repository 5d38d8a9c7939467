// Wakes a store's jobs by the service's clock. An area schedules a wake-up for the time when its rows are due, and every
// minute due stores get their job. A wake-up has a time and no content: the job does all that is due. Clocks differ and a
// wake-up is deleted when taken, so a job that finds nothing due schedules the next one itself.
import { Type } from 'typebox'
import type { StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import { enqueueAll, job } from './jobs.ts'

/** The payload of a job run by a wake-up. */
export const OfStore = Type.Object({ storeEnvId: Type.String(), organizationId: Type.String() })

const minuteMs = 60_000
const wakeUpsPerRound = 500

/**
 * Runs the job for this store at `dueAt`, or in the next minute if that has passed. It is at least a whole minute ahead,
 * because the clock could take this minute's wake-up before this transaction commits.
 */
export const scheduleWakeUp = (tx: StoreTx, jobId: string, dueAt: Date): Promise<void> =>
  scheduleWakeUps(tx, jobId, [dueAt])

/** The same for many times. Sent with the next statement, or with the commit. */
export async function scheduleWakeUps(tx: StoreTx, jobId: string, dueAts: readonly Date[]): Promise<void> {
  const earliest = tx.now.getTime() + minuteMs
  const minutes = new Set(dueAts.map((at) => Math.ceil(Math.max(at.getTime(), earliest) / minuteMs) * minuteMs))
  if (minutes.size === 0) return
  tx.sendAlong(sql`
    insert into agenda (store_env_id, task, due_at, organization_id)
    select ${tx.storeEnvId}, ${jobId}, at, ${tx.organizationId}
      from unnest(${[...minutes].sort().map((at) => new Date(at))}::timestamptz[]) at on conflict do nothing`)
}

type WakeUp = { storeEnvId: string; organizationId: string; task: string }

export default [
  job({
    // The table and this id are older than the file's name. A waiting job of another id would never run.
    id: 'agenda.tick',
    across: true,
    payload: Type.Object({}),
    schedule: '* * * * *',
    async run({ db, stopping }) {
      let taken = wakeUpsPerRound
      while (taken === wakeUpsPerRound && !stopping.aborted) taken = await db.system('write', wakeDue)
    },
  }),
]

/**
 * Takes wake-ups and adds jobs in one transaction: a crash leaves either the wake-up or the job. Rows are never updated, so
 * `ctid` identifies them: joined by key on old statistics, 20,000 wake-ups of one minute took 22 s instead of 0.2.
 */
export async function wakeDue(tx: SystemTx): Promise<number> {
  const due = await tx.all<WakeUp>(sql`
    with due as materialized (
      select ctid as row_id from agenda where due_at <= ${tx.now}
       order by due_at limit ${wakeUpsPerRound} for update skip locked)
    delete from agenda a using due where a.ctid = due.row_id
    returning a.store_env_id as "storeEnvId", a.organization_id as "organizationId", a.task`)
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
