// The application adds jobs only through `app.add_job` and `app.add_jobs`, and cannot access the rest of the queue. A job
// is therefore written in its change's transaction.
import { runMigrations } from 'graphile-worker'
import { type Client, Pool } from 'pg'
import { deriveLogin, parseConnection } from '../roles.ts'

export async function installQueue(owner: Client, url: string, secretKey: string): Promise<void> {
  const login = deriveLogin('evident_worker', secretKey)
  const { rows } = await owner.query('select current_database() as name')
  const database = owner.escapeIdentifier(rows[0].name)
  await owner.query(`grant create on database ${database} to evident_worker`)
  await owner.query('grant create on schema app to evident_worker')
  const pool = new Pool({ ...parseConnection(url, login), max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('create schema if not exists graphile_worker authorization evident_worker')
    await runMigrations({ pgPool: pool })
    await pool.query(addJob)
    // Makes the role `evident_worker` the owner of these objects, so that the login of another SECRET_KEY can change
    // them. SET ROLE would need a session, which a pooler may change.
    await pool.query('reassign owned by current_user to evident_worker')
  } finally {
    await pool.end()
  }
}

/** A job's flags name its organization and store, which take turns by these flags; see `#platform/jobs/job-turns.ts`. */
const addJob = `
create or replace function app.job_flags(payload json)
returns text[] language sql immutable set search_path = pg_catalog, pg_temp as $$
  select nullif(array_remove(array['organization:' || nullif(payload->>'organizationId', ''),
                                   'store:' || nullif(payload->>'storeEnvId', '')], null), '{}')
$$;
create or replace function app.add_job(task text, payload json, job_key text default null, run_in interval default '0', attempts int default 25)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, run_at => now() + run_in, max_attempts => attempts, job_key => job_key,
                                 flags => app.job_flags(payload))
$$;
create or replace function app.add_jobs(task text, payloads json[], attempts int default 25)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from graphile_worker.add_jobs(
    (select array_agg((task, payload, null, null, attempts, null, null, app.job_flags(payload))::graphile_worker.job_spec) from unnest(payloads) payload))
$$;
revoke all on function app.job_flags(json), app.add_job(text, json, text, interval, int), app.add_jobs(text, json[], int) from public;
grant execute on function app.add_job(text, json, text, interval, int), app.add_jobs(text, json[], int) to evident_app, evident_system;
`
