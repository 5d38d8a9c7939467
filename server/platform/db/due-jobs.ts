// Reads a private table, because the view `graphile_worker.jobs` lacks `is_available`, which the queue's index needs.
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

const dueJobs = `
  select t.identifier as task, d.due, d.next_in_ms as "nextInMs"
    from (select j.task_id, (count(*) filter (where j.run_at <= now()))::int as due,
                 ceil(1000 * extract(epoch from min(j.run_at) filter (where j.run_at > now()) - now()))::int as next_in_ms
            from graphile_worker._private_jobs j
           where j.is_available = true and j.run_at <= now() + make_interval(secs => $1)
           group by j.task_id) d
    join graphile_worker._private_tasks t on t.id = d.task_id`
