// Measures PostgreSQL's cost of setting the tenant: `app.enter_as_person` for a member, for a member of many organizations,
// for a partner's person and for a stranger. The floor is `app.enter_as_key` in the same run. Each request with a session
// pays this cost once. Run: node bench/entering.ts [organizations, default 2000]
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { median, startBenchService } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'

const size = Number(process.argv[2] ?? 2_000)
const calls = 1_500
const rounds = 3
const now = new Date()

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
await client.connect()
try {
  const id = (kind: string, n: number | string) =>
    `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const rows = `generate_series(1, ${size}) i`
  const digest = createHash('sha256').update('bench').digest()
  await client.query(`
    insert into organizations (id, name, created_at) select ${id('1', 'i')}, 'O' || i, now() from ${rows};
    insert into stores (id, organization_id, name, created_at) select ${id('2', 'i')}, ${id('1', 'i')}, 'S' || i, now() from ${rows};
    insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
      select ${id('2', 'i')}, ${id('1', 'i')}, 'scale', 'active', now(), now() from ${rows};
    insert into memberships (id, organization_id, user_id, email, name, role, created_at)
      select gen_random_uuid(), ${id('1', 'i')}, 'u' || i || '-' || m, 'u' || i || '-' || m || '@example.com', 'U', 'ADMIN', now()
        from ${rows}, generate_series(1, 5) m;
    insert into memberships (id, organization_id, user_id, email, name, role, created_at)
      select gen_random_uuid(), ${id('1', 'i')}, 'agency', 'agency@example.com', 'A', 'ADMIN', now() from generate_series(1, 50) i;
    insert into partner_grants (id, organization_id, partner_organization_id, role, granted_by, created_at)
      select gen_random_uuid(), ${id('1', 'i')}, ${id('1', '1')}, 'MEMBER', 'u', now() from generate_series(101, 400) i`)
  await client.query(
    `insert into api_keys (id, organization_id, name, digest, last4, role, created_at, first_used_at, last_used_at)
     select gen_random_uuid(), ${id('1', '7')}, 'bench', $1, 'xxxx', 'ADMIN', now(), now(), now()`,
    [digest],
  )
  await client.query('vacuum analyze')
  const store = async (n: number) => (await client.query(`select ${id('2', n)} as id`)).rows[0].id as string
  const asPerson = (user: string, of: string | null, isBilled = true) => ({
    name: 'person',
    text: 'select (e.entering).*, e.delegation from app.enter_as_person($1, $2, null, $3, $4) e',
    values: [user, of, now, isBilled],
  })
  const subjects: Record<string, { name: string; text: string; values: unknown[] }> = {
    'a key': { name: 'key', text: 'select * from app.enter_as_key($1, $2)', values: [digest, await store(7)] },
    'a member': asPerson('u7-1', await store(7)),
    'a member, where nothing is sold': asPerson('u7-1', await store(7), false),
    'a member of 50 organizations': asPerson('agency', await store(33)),
    "a partner's person, of 300 grants": asPerson('u1-1', await store(250)),
    'a stranger': asPerson('u9-1', await store(1500)),
    'nobody’s store': asPerson('u7-1', null),
  }
  const costs = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]))
  for (let round = -1; round < rounds; round++)
    for (const [name, query] of Object.entries(subjects)) {
      const before = postgresMs(bench.dataDir)
      for (let i = 0; i < calls; i++) await client.query(query)
      if (round >= 0) costs.get(name)?.push((postgresMs(bench.dataDir) - before) / calls)
    }
  const key = median(costs.get('a key') ?? [])
  console.table(
    [...costs].map(([name, each]) => ({
      'who enters': name,
      'PostgreSQL ms each': median(each).toFixed(3),
      'against a key': (median(each) / key).toFixed(1),
    })),
  )
} finally {
  await client.end()
  await bench.stop()
}
