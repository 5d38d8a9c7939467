import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { Type } from 'typebox'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { enqueue, job, startWorkers } from './jobs.ts'

/** A sequence counts the refusals, because a refused statement rolls back every other change. */
const refuse = `
create sequence public.refusals;
grant usage on sequence public.refusals to public;
create function public.refuse() returns trigger language plpgsql as $$
begin
  perform nextval('public.refusals');
  raise exception using errcode = '57P01', message = 'terminating connection due to administrator command';
end $$;
create trigger refuse before delete or update on graphile_worker._private_jobs for each row
  when (old.locked_at is not null) execute function public.refuse()`

for (const [what, fails] of [
  ['succeeded', false],
  ['failed', true],
] as const) {
  test(`the end of a job that ${what} is written again after an error, without ending the process`, async (t) => {
    const service = await startService()
    const owner = new Client({ connectionString: service.databaseUrl })
    await owner.connect()
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    t.after(() => process.off('unhandledRejection', note))
    const { db, services } = service.service
    let runs = 0
    const jobs = [
      job({
        ...{ id: 'test.ends', payload: Type.Object({}) },
        async run() {
          runs++
          await owner.query(refuse)
          if (fails) throw new Error('It did not work.')
        },
      }),
    ]
    await db.system('write', (tx) => enqueue(tx, 'test.ends', {}))
    const workers = await startWorkers({ jobs, db, services })
    t.after(async () => {
      await workers.stop()
      await owner.end()
      await service.close()
    })
    const ask = async (text: string) => (await owner.query<{ n: number }>(text)).rows[0]?.n
    const refusals = () => ask('select last_value::int as n from public.refusals where is_called').catch(() => 0)
    await until(async () => (await refusals()) === 1, 'the end of the job is refused')
    await owner.query('drop trigger refuse on graphile_worker._private_jobs')
    const left = fails ? 'and locked_at is not null' : ''
    const held = () => ask(`select count(*)::int as n from graphile_worker._private_jobs where true ${left}`)
    await until(async () => (await held()) === 0, 'the end of the job is written')
    assert.equal(runs, 1)
    assert.deepEqual(unhandled, [])
  })
}
