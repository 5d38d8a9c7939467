// Wakes a store's jobs at the service's own clock: an area notes when something of its tables is due, and every minute the
// stores where that moment has come get their job. A note says when, never what: the job works off all that is due. Clocks
// differ, and a note is gone once it is taken: a job that finds nothing due yet notes again what will be.
import { Type } from 'typebox'
import type { StoreTx, SystemTx } from './db/db.ts'
import { sql } from './db/query.ts'
import { enqueueAll, job } from './jobs.ts'

/** What a job of the agenda is called with. */
export const OfStore = Type.Object({ storeEnvId: Type.String(), organizationId: Type.String() })

const minuteMs = 60_000
const notesPerRound = 500

/**
 * Notes that the job has something to do in this store at `dueAt`, or in the next minute if that has passed. A whole minute
 * ahead at least: a note of this minute may be taken by the clock before this transaction has committed.
 */
export const noteDue = (tx: StoreTx, jobId: string, dueAt: Date): Promise<void> => noteAllDue(tx, jobId, [dueAt])

/** The same for many moments at once. */
export async function noteAllDue(tx: StoreTx, jobId: string, dueAts: readonly Date[]): Promise<void> {
  const earliest = tx.now.getTime() + minuteMs
  const minutes = new Set(dueAts.map((at) => Math.ceil(Math.max(at.getTime(), earliest) / minuteMs) * minuteMs))
  if (minutes.size === 0) return
  await tx.run(sql`
    insert into agenda (store_env_id, task, due_at, organization_id)
    select ${tx.storeEnvId}, ${jobId}, at, ${tx.organizationId}
      from unnest(${[...minutes].sort().map((at) => new Date(at))}::timestamptz[]) at on conflict do nothing`)
}

type Note = { storeEnvId: string; organizationId: string; task: string }

export default [
  job({
    id: 'agenda.tick',
    payload: Type.Object({}),
    schedule: '* * * * *',
    async run({ db, stopping }) {
      let taken = notesPerRound
      while (taken === notesPerRound && !stopping.aborted) taken = await db.system('write', wakeDue)
    },
  }),
]

/**
 * Notes are taken and jobs added in one transaction: a crash leaves either the note or the job. A note never moves, so its
 * place stands for it: looked up by its key with old statistics, 20,000 notes of one minute took 22 s instead of 0.2.
 */
async function wakeDue(tx: SystemTx): Promise<number> {
  const due = await tx.all<Note>(sql`
    with due as materialized (
      select ctid as place from agenda where due_at <= ${tx.now}
       order by due_at limit ${notesPerRound} for update skip locked)
    delete from agenda a using due where a.ctid = due.place
    returning a.store_env_id as "storeEnvId", a.organization_id as "organizationId", a.task`)
  for (const [task, notes] of Map.groupBy(due, (note) => note.task)) {
    const stores = new Map(notes.map(({ storeEnvId, organizationId }) => [storeEnvId, organizationId]))
    await enqueueAll(
      tx,
      task,
      [...stores].map(([storeEnvId, organizationId]) => ({ storeEnvId, organizationId })),
    )
  }
  return due.length
}
