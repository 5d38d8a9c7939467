// All times come from the database's clock, so that machines' clocks do not matter.
import type { Pool, QueryConfig } from 'pg'

export type WorkerLeases = {
  /** Acquires or renews the lease. `isNew` on a renewal means that the lease had expired and its jobs were freed. */
  renew(id: string, pools: readonly string[]): Promise<{ isNew: boolean }>
  end(id: string): Promise<void>
  /** Frees the jobs of workers without a lease and returns the number of jobs. Their attempts still count. */
  freeJobs(leaseMs: number): Promise<number>
}

export const createWorkerLeases = (pool: Pick<Pool, 'query'>): WorkerLeases => ({
  async renew(id, pools) {
    const { rows } = await pool.query<{ isNew: boolean }>(bounded(renew, [id, pools]))
    return { isNew: rows[0]?.isNew === true }
  },
  async end(id) {
    await pool.query(bounded('delete from app.job_workers where id = $1', [id]))
  },
  async freeJobs(leaseMs) {
    const { rows } = await pool.query<{ jobs: number }>(bounded(freeJobs, [leaseMs]))
    return rows[0]?.jobs ?? 0
  },
})

/** A silently dead connection must not delay the next renewal. */
const bounded = (text: string, values: unknown[]): QueryConfig =>
  ({ text, values, query_timeout: 5_000 }) as QueryConfig

const renew = `
  insert into app.job_workers as w (id, pools, taken_at, renewed_at)
  select $1::uuid, $2::text[], at, at from clock_timestamp() at
  on conflict (id) do update set pools = excluded.pools, renewed_at = excluded.renewed_at
  returning taken_at = renewed_at as "isNew"`

// A concurrent renewal waits for the deletion, or the deletion sees the renewal: a lease is either renewed or expired.
// A lock without a lease must be as old as an expired lease, because a pool's first job may start milliseconds before
// its lease.
const freeJobs = `
  with expired as (
    delete from app.job_workers where renewed_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000) returning pools
  ), ended as (
    select unnest(pools) as pool from expired
     union
    select j.locked_by from graphile_worker.jobs j
     where j.locked_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
       and not exists (select from app.job_workers w where j.locked_by = any (w.pools))
  ), locked as (
    select array_agg(distinct j.locked_by) as pools, count(*)::int as jobs
      from graphile_worker.jobs j join ended e on e.pool = j.locked_by
  )
  select jobs, graphile_worker.force_unlock_workers(pools) from locked where jobs > 0`
