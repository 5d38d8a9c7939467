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

/**
 * A job's flags name its organization and store, which take turns by these flags; see `#platform/jobs/job-turns.ts`.
 *
 * The functions insert what `graphile_worker.add_jobs` inserts, and send no NOTIFY: it makes all commits of the database
 * wait for one another. `../due-jobs.ts` announces jobs after their commit.
 */
const addJob = `
create or replace function app.task_number(task text) returns int language plpgsql as $$
declare
  number int;
begin
  select t.id into number from graphile_worker._private_tasks t where t.identifier = task;
  if not found then
    insert into graphile_worker._private_tasks (identifier) values (task) on conflict do nothing;
    select t.id into strict number from graphile_worker._private_tasks t where t.identifier = task;
  end if;
  return number;
end $$;
create or replace function app.flags_of_job(payload json) returns jsonb language sql immutable as $$
  select jsonb_object_agg(f.flag, true)
    from (values ('organization:' || nullif(payload->>'organizationId', '')), ('store:' || nullif(payload->>'storeEnvId', ''))) f(flag)
   where f.flag is not null
$$;
create or replace function app.add_job(task text, payload json, job_key text default null, run_in interval default '0', attempts int default 25)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if job_key is not null then
    -- A running job may have read older rows. It loses its key, so that a new job is added.
    update graphile_worker._private_jobs j set key = null, attempts = j.max_attempts, updated_at = now()
     where j.key = job_key and j.is_available is not true;
  end if;
  insert into graphile_worker._private_jobs as j (task_id, payload, run_at, max_attempts, key, flags)
  values (app.task_number(task), coalesce(payload, '{}'), now() + run_in, attempts, job_key, app.flags_of_job(payload))
  on conflict (key) do update
     set job_queue_id = null, task_id = excluded.task_id, payload = excluded.payload, max_attempts = excluded.max_attempts,
         run_at = excluded.run_at, priority = excluded.priority, revision = j.revision + 1, flags = excluded.flags, attempts = 0,
         last_error = null, updated_at = now()
   where j.locked_at is null;
end $$;
create or replace function app.add_jobs(task text, payloads json[], attempts int default 25)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number int := app.task_number(task);
begin
  insert into graphile_worker._private_jobs (task_id, payload, max_attempts, flags)
  select number, p.payload, attempts, app.flags_of_job(p.payload) from unnest(payloads) as p(payload);
end $$;
drop function if exists app.job_flags(json);
revoke all on function app.task_number(text), app.flags_of_job(json), app.add_job(text, json, text, interval, int),
  app.add_jobs(text, json[], int) from public;
grant execute on function app.add_job(text, json, text, interval, int), app.add_jobs(text, json[], int) to evident_app, evident_system;
`
