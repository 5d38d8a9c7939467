import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'
import { newId } from '../values/ids.ts'
import type { Entry } from './db.ts'
import { replaceSetLocal } from './migrating/functions.ts'
import { Pipeline, type Statement } from './pipeline.ts'
import { sql } from './query.ts'

const service = provideService()

const tenant = sql<{ store: string | null; mode: string }>`
  select nullif(current_setting('app.store_env_id', true), '') as store, current_setting('transaction_read_only') as mode`

const insert = (storeEnvId: string) => sql`
  insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
  values (${storeEnvId}, ${newId()}, ${newId()}, now(), now())`

const entryOf = (storeEnvId: string): Entry => ({
  query: sql`select app.read_store(${storeEnvId}, ${newId()})`,
  isReadOnly: true,
  admit: () => ({ organizationId: newId() }),
})

test('a single query is one round trip without BEGIN and COMMIT', async (t) => {
  const { storeEnvId, organizationId } = await service.shop()
  const { db } = service.service
  const submit = t.mock.method(Pipeline.prototype, 'submit')
  const read = () => db.store({ storeEnvId, organizationId }, 'read', (tx) => tx.first(tenant), { oneQuery: true })
  assert.deepEqual(await read(), { store: storeEnvId, mode: 'on' })
  const sent = submit.mock.calls.map(
    ({ this: pipeline }) => (pipeline as unknown as { statements: Statement[] }).statements,
  )
  assert.equal(sent.length, 1)
  assert.doesNotMatch(
    sent
      .flat()
      .map(({ text }) => text)
      .join(),
    /begin|commit/i,
  )
})

test('a single query cannot write, and the next use of its connection can', async () => {
  const { storeEnvId, organizationId } = await service.shop()
  const { db } = service.service
  const reads = [
    () => db.store({ storeEnvId, organizationId }, 'read', (tx) => tx.run(insert(storeEnvId)), { oneQuery: true }),
    () => db.calls.storeAs(storeEnvId, entryOf(storeEnvId), (tx) => tx.run(insert(storeEnvId)), { oneQuery: true }),
  ]
  for (let round = 0; round < 12; round++) {
    for (const read of reads) await assert.rejects(read, { code: '25006' })
    await db.store({ storeEnvId, organizationId }, 'write', (tx) => tx.run(insert(storeEnvId)))
  }
})

test('a refused or failed single query leaves no tenant for the next use of its connection', async () => {
  const { storeEnvId } = await service.shop()
  const { db } = service.service
  const refusing: Entry = {
    ...entryOf(storeEnvId),
    admit: () => {
      throw new Error('refused')
    },
  }
  const parallel = Array.from({ length: 16 }, (_, i) => i)
  await Promise.all(
    parallel.map(async (i) => {
      const failing = i % 2 === 0 ? sql`select 1 / 0` : tenant
      const entry = i % 2 === 0 ? entryOf(storeEnvId) : refusing
      await assert.rejects(db.calls.storeAs(storeEnvId, entry, (tx) => tx.all(failing), { oneQuery: true }))
    }),
  )
  const seen = (await Promise.all(parallel.map(() => db.ask(tenant, '', { isReadOnly: true })))).flat()
  assert.deepEqual(new Set(seen.map(({ store }) => store)), new Set([null]))
  assert.deepEqual(new Set(seen.map(({ mode }) => mode)), new Set(['off']))
})

test('a single query sets the store and read-only mode with and without Citus', async () => {
  const { storeEnvId, organizationId } = await service.shop()
  const read = () =>
    service.service.db.store({ storeEnvId, organizationId }, 'read', (tx) => tx.first(tenant), { oneQuery: true })
  const replace = (language: 'sql' | 'plpgsql') => replaceSetLocal({ query: service.query } as never, language)
  try {
    for (const language of ['plpgsql', 'sql'] as const) {
      await replace(language)
      assert.deepEqual(await read(), { store: storeEnvId, mode: 'on' })
    }
  } finally {
    await replace('sql')
  }
})
