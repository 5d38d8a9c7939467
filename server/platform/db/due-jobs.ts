// How workers learn of jobs: announcements after commits, and a search.
import type { Pool } from 'pg'

/**
 * `due` is the number of the task's jobs that wait for a worker. The next delayed job is due in `nextInMs`; null if
 * none is due within the given time.
 */
export type DueTask = { task: string; due: number; nextInMs: number | null }

export type FindDue = (withinMs: number) => Promise<readonly DueTask[]>

export const findDueIn =
  (pool: Pick<Pool, 'query'>): FindDue =>
  async (withinMs) =>
    (await pool.query<DueTask>({ name: 'due_jobs', text: dueJobs, values: [withinMs / 1000] })).rows

/** Reads a private table, because the view `graphile_worker.jobs` lacks `is_available`, which the queue's index needs. */
const dueJobs = `
  select t.identifier as task, d.due, d.next_in_ms as "nextInMs"
    from (select j.task_id, (count(*) filter (where j.run_at <= now()))::int as due,
                 ceil(1000 * extract(epoch from min(j.run_at) filter (where j.run_at > now()) - now()))::int as next_in_ms
            from graphile_worker._private_jobs j
           where j.is_available = true and j.run_at <= now() + make_interval(secs => $1)
           group by j.task_id) d
    join graphile_worker._private_tasks t on t.id = d.task_id`

export type JobAnnouncements = { announce(): void; close(): Promise<void> }

/** One announcement wakes all workers with due jobs, so more of them would only make processes search more often. */
const pauseMs = 10

/**
 * Announces added jobs after their commit, to the workers of all processes. NOTIFY in a transaction makes all commits of
 * the database wait for one another's flush: 500 commits a second instead of 3,700, 1 December 2026. If an announcement
 * is lost, the search finds the jobs within seconds (`../jobs/due-jobs.ts`).
 */
export function createJobAnnouncements(pool: Pick<Pool, 'query'>): JobAnnouncements {
  let sending: Promise<void> | undefined
  let isDue = false
  const send = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      await pool.query(notify).catch(() => {})
      await new Promise((done) => setTimeout(done, pauseMs))
    }
    sending = undefined
  }
  return {
    announce() {
      isDue = true
      sending ??= send()
    },
    close: async () => sending,
  }
}

/** graphile-worker listens to this channel. */
const notify = { name: 'announce_jobs', text: `select pg_notify('jobs:insert', '{"count":1}')` }
