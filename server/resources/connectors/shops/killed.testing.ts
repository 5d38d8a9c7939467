import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { forkBeside, killFork } from '#test/forks.ts'
import { isBlocking } from '#test/locks.ts'
import type { TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

/**
 * Prepares the moment of the kill, for example by a lock, and calls `come` when that moment is reached. The returned
 * function undoes the preparation.
 */
export type Moment = (come: () => void) => Promise<() => unknown> | (() => unknown)

export type Killing = {
  /** Runs a process until `moment` and kills it. Then checks that a job or wake-up remains, and expires the leases. */
  killAt(what: string, moment: Moment): Promise<void>
  workUntil(what: string, holds: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

const patienceMs = 120_000
const tick = 'schedule.wake'

/** `roundMs` is the time within which the next process must find a killed process's work. */
export function startKilling(
  service: TestService,
  { job, roundMs, env }: { job: string; roundMs: number; env: Record<string, string> },
): Killing {
  const { clock } = service.service.services
  const client = new Client({ connectionString: service.databaseUrl })
  const connected = client.connect()
  let output = ''

  function start(): ChildProcess {
    const child = forkBeside(service, new URL('killed-worker.testing.ts', import.meta.url), {
      silent: true,
      env: {
        LOG_LEVEL: process.env.TEST_LOG ?? 'warn',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        TEST_CLOCK: clock.now().toISOString(),
        TEST_JOBS: `${job},${tick}`,
        ...env,
      },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    return child
  }

  /** Statements that were already sent still run after the process dies, and may commit. */
  const nothingAtWork = (what: string) =>
    until(async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
            and pid <> pg_backend_pid() and state <> 'idle'`,
      )
      return rowCount === 0
    }, `${what}: the database has completed the dead process's statements`)

  return {
    async killAt(what, moment) {
      await connected
      const child = start()
      const come = Promise.withResolvers<void>()
      const undo = await moment(() => {
        child.kill('SIGKILL')
        come.resolve()
      })
      const gone = once(child, 'exit').then(() => child.signalCode)
      const isCome = await Promise.race([come.promise.then(() => true), sleep(patienceMs, false, { ref: false })])
      assert.ok(isCome, `${what}: the expected moment was never reached. ${output}`)
      assert.equal(await gone, 'SIGKILL', `${what}: ${output}`)
      await undo()
      await nothingAtWork(what)
      // A remaining job or wake-up must start the next process within `roundMs`.
      const { rows } = await client.query(
        `select extract(epoch from run_at - now()) * 1000 as ms from graphile_worker.jobs
          where task_identifier = $1 and locked_at is null
         union all select extract(epoch from due_at - $2::timestamptz) * 1000 from wake_ups where task = $1`,
        [job, clock.now()],
      )
      assert.ok(
        rows.some(({ ms }) => Number(ms) <= roundMs),
        `${what}: ${JSON.stringify(rows)} ${output}`,
      )
      service.advance(roundMs)
      await client.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
      await client.query('select graphile_worker.add_job($1, max_attempts => 5)', [tick])
    },
    async workUntil(what, holds) {
      await connected
      const child = start()
      for (const endsAt = Date.now() + patienceMs; !(await holds()); await sleep(50))
        assert.ok(Date.now() < endsAt && child.exitCode === null, `${what}: never completed. ${output}`)
      await killFork(child)
    },
    close: () => client.end(),
  }
}

export const askedFor =
  (hooks: { before: ((name: string) => void) | undefined }, wanted: RegExp, times = 1): Moment =>
  (come) => {
    let asked = 0
    hooks.before = (name) => {
      if (wanted.test(name) && ++asked === times) come()
    }
    return () => {
      hooks.before = undefined
    }
  }

export const waitingFor =
  (databaseUrl: string, lock: string): Moment =>
  async (come) => {
    const [holder, witness] = [new Client(databaseUrl), new Client(databaseUrl)]
    await Promise.all([holder.connect(), witness.connect()])
    await holder.query('begin')
    const { rowCount } = await holder.query(lock)
    assert.ok(/^lock/.test(lock) || rowCount, `nothing is locked by ${lock}`)
    const [{ pid }] = (await holder.query('select pg_backend_pid() as pid')).rows
    let isOver = false
    const watching = (async () => {
      for (; !isOver; await sleep(10)) {
        if (await isBlocking(witness, pid)) return come()
      }
    })()
    return async () => {
      isOver = true
      await watching
      await holder.query('rollback')
      await Promise.all([holder.end(), witness.end()])
    }
  }

export const whenTrue =
  (databaseUrl: string, question: string): Moment =>
  async (come) => {
    const witness = new Client(databaseUrl)
    await witness.connect()
    let isOver = false
    const watching = (async () => {
      for (; !isOver; await sleep(5)) {
        if (!(await witness.query(question)).rowCount) continue
        await sleep(Math.random() * 20)
        return come()
      }
    })()
    return async () => {
      isOver = true
      await watching
      await witness.end()
    }
  }

/**
 * The moment when a row of this table is about to be completed. A row lock would not work, because it also blocks progress
 * reports.
 */
export const atCompletion =
  (databaseUrl: string, table: 'backups' | 'evidence_assessments' | 'evidence_packs'): Moment =>
  async (come) => {
    const client = new Client(databaseUrl)
    await client.connect()
    await client.query(
      `create function wait_at_the_end() returns trigger language plpgsql
         as $$ begin perform pg_advisory_xact_lock(0, 0); return new; end $$;
       create trigger at_the_end before update on ${table} for each row
         when (new.status = 'completed') execute function wait_at_the_end()`,
    )
    const undo = await waitingFor(databaseUrl, 'select pg_advisory_xact_lock(0, 0)')(come)
    return async () => {
      await undo()
      await client.query('drop function wait_at_the_end cascade')
      await client.end()
    }
  }
