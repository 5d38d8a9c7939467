import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { BenchService } from './bench-service.ts'

/** The embedded server restarts itself after a stop, and then loads pg_stat_statements. */
export async function restartWithStatements({ url, dataDir }: BenchService): Promise<void> {
  const ask = async (...texts: string[]) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      for (const text of texts) await client.query(text)
    } finally {
      await client.end()
    }
  }
  await ask(
    `alter system set shared_preload_libraries = 'pg_stat_statements'`,
    `alter system set pg_stat_statements.max = 5000`,
    `alter system set pg_stat_statements.track = 'all'`,
    'alter system set pg_stat_statements.track_planning = on',
  )
  const [pid = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  execFileSync('kill', ['-INT', pid])
  for (const end = Date.now() + 30_000; ; ) {
    try {
      await ask('create extension if not exists pg_stat_statements', 'select pg_stat_statements_reset()')
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((done) => setTimeout(done, 200))
    }
  }
}

/** Returns the statements since the last call, and resets them. Numbers are per run of the measured operation. */
export async function readStatements(client: Client, calls = 1) {
  const { rows } = await client.query(
    `select round(s.calls / $1::numeric, 2) as runs, round(s.mean_exec_time * 1000) as "µs each",
            round((s.total_exec_time * 1000 / $1)::numeric) as "µs a call",
            round((s.total_plan_time * 1000 / $1)::numeric) as "µs planned", round(s.wal_bytes / $1) as wal, s.toplevel as top,
            round(s.shared_blks_hit / $1::numeric) as hits,
            left(regexp_replace(s.query, '\\s+', ' ', 'g'), 110) as statement
       from pg_stat_statements s join pg_roles r on r.oid = s.userid
      where s.calls >= $1 / 20 and r.rolname <> 'postgres'
      order by s.total_exec_time desc limit 45`,
    [calls],
  )
  await client.query('select pg_stat_statements_reset()')
  return rows
}
