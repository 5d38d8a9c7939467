import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { provideService } from '#test/service.ts'
import { newId } from '../values/ids.ts'
import { Pipeline, type Statement } from './pipeline.ts'
import { isAmong, sql } from './query.ts'

const service = provideService()

test('a store transaction sees only its own rows, even without any predicate', async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const { db } = service.service
  const add = (shop: typeof ours, text: string) =>
    db.store(shop, 'write', (tx) =>
      tx.run(sql`insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
                 values (${shop.storeEnvId}, gen_random_uuid(), ${text}, ${tx.now}, ${tx.now})`),
    )
  await add(ours, 'ours')
  await add(theirs, 'theirs')
  const seen = await db.store(ours, 'read', (tx) =>
    tx.all<{ platform_product_id: string }>(sql`select platform_product_id from products`),
  )
  assert.deepEqual(seen, [{ platform_product_id: 'ours' }])
})

test('statements sent together run in order, see earlier writes, and succeed or fail together', async () => {
  const shop = await service.shop()
  const { db } = service.service
  const add = (text: string) =>
    sql`insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
        values (${shop.storeEnvId}, gen_random_uuid(), ${text}, now(), now())`
  const names = sql<{ name: string }>`
    select p.platform_product_id as name from products p where p.store_env_id = ${shop.storeEnvId} order by 1`
  const seen = await db.store(shop, 'write', (tx) =>
    tx.several<[unknown, { name: string }, unknown, { name: string }]>([add('a'), names, add('b'), names]),
  )
  assert.deepEqual(seen[1], [{ name: 'a' }])
  assert.deepEqual(seen[3], [{ name: 'a' }, { name: 'b' }])
  const twice = db.store(shop, 'write', (tx) => tx.several([add('c'), add('c')]))
  await assert.rejects(twice, { code: '23505' })
  const [left] = await db.store(shop, 'read', (tx) => tx.several([names]))
  assert.deepEqual(left, [{ name: 'a' }, { name: 'b' }])
})

test('a savepoint costs no round trip on success and undoes only its own work', async (t) => {
  const shop = await service.shop()
  const { db } = service.service
  const add = (text: string) =>
    sql`insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
        values (${shop.storeEnvId}, gen_random_uuid(), ${text}, now(), now())`
  const submit = t.mock.method(Pipeline.prototype, 'submit')
  await db.store(shop, 'write', async (tx) => {
    await tx.savepoint(() => tx.run(add('a')))
    await tx.savepoint(async () => {})
    await tx.savepoint(() => tx.run(add('b')))
    await tx.run(add('c'))
  })
  const sent = submit.mock.calls.map(({ this: pipeline }) =>
    (pipeline as unknown as { statements: Statement[] }).statements.map(({ text }) =>
      text.split(' ').slice(0, 2).join(' '),
    ),
  )
  assert.deepEqual(
    sent.filter((texts) => texts.includes('insert into')),
    [
      ['begin', 'select app.set_tenant($1,', 'savepoint sp1', 'insert into'],
      ['release savepoint', 'savepoint sp3', 'insert into'],
      ['release savepoint', 'insert into'],
    ],
  )
  await db.store(shop, 'write', async (tx) => {
    const failing = tx.savepoint(async () => {
      await tx.run(add('d'))
      await tx.run(add('a'))
    })
    await assert.rejects(failing, { code: '23505' })
    const unsent = tx.savepoint(async () => {
      throw new Error('before anything was asked')
    })
    await assert.rejects(unsent, /before anything/)
    const alongUnsent = tx.savepoint(async () => {
      tx.sendAlong(add('f'))
      throw new Error('before it was sent')
    })
    await assert.rejects(alongUnsent, /before it was sent/)
    await tx.savepoint(() => tx.run(add('e')))
  })
  const names = await db.store(shop, 'read', (tx) =>
    tx.all<{ name: string }>(sql`
      select p.platform_product_id as name from products p where p.store_env_id = ${shop.storeEnvId} order by 1`),
  )
  assert.deepEqual(
    names.map(({ name }) => name),
    ['a', 'b', 'c', 'e'],
  )
})

test('lookups of one value share a cached plan, and lookups of several values share a second plan', async () => {
  const shop = await service.shop()
  const plans = await service.service.db.store(shop, 'read', async (tx) => {
    for (let i = 0; i < 24; i++) {
      const ids = Array.from({ length: i < 12 ? 1 : i === 23 ? 500 : 2 }, () => newId())
      await tx.all(sql`select p.id as kept from products p
                        where p.store_env_id = ${shop.storeEnvId} and ${isAmong('p.id', ids, 'uuid')}`)
    }
    return tx.all<{ generic_plans: number }>(
      sql`select generic_plans from pg_prepared_statements where statement like '%p.id as kept from%' and statement not like '%pg_prepared%'`,
    )
  })
  assert.deepEqual(
    plans.map(({ generic_plans }) => Number(generic_plans)),
    [7, 7],
  )
})

test('a write that takes so long that clients would miss its change is not committed', async (t) => {
  const shop = await service.shop()
  const add = (text: string, tookMs: number) =>
    service.service.db.store(shop, 'write', async (tx) => {
      await tx.run(sql`insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
                       values (${shop.storeEnvId}, gen_random_uuid(), ${text}, ${tx.now}, ${tx.now})`)
      const now = performance.now.bind(performance)
      t.mock.method(performance, 'now', () => now() + tookMs)
    })
  await add('in time', 3 * 60_000).finally(() => t.mock.restoreAll())
  await assert.rejects(
    add('too late', 5 * 60_000).finally(() => t.mock.restoreAll()),
    { status: 503, code: 'temporarily_unavailable' },
  )
  const { body } = await shop.api.get('/products')
  assert.deepEqual(
    body.data.map((each: { platformProductId: string }) => each.platformProductId),
    ['in time'],
  )
})

test('a stream reads every row once, in batches, even between other queries', async () => {
  const shop = await service.shop()
  const numbers = (last: number) => sql<{ n: number; word: string }>`
    select n, 'w' || n as word from generate_series(1, ${last}::int) n`
  const readAll = (last: number, take?: (row: { n: number; word: string }) => boolean) =>
    service.service.db.stream('export', shop).read(async (tx) => {
      const batches: number[][] = []
      for await (const rows of tx.stream(numbers(last), 10, take)) {
        batches.push(rows.map(({ n, word }) => (word === `w${n}` ? n : Number.NaN)))
        // This statement is unnamed and has other columns.
        assert.deepEqual(await tx.all(sql`select ${sql.lit(`${last} ${batches.length}`)} as other`), [
          { other: `${last} ${batches.length}` },
        ])
      }
      // A second stream on the same connection starts from its first row.
      assert.equal((await Array.fromAsync(tx.stream(sql<{ m: number }>`select 7 as m`))).flat()[0]?.m, 7)
      return batches
    })
  for (const last of [0, 9, 10, 11, 20, 35]) {
    const batches = await readAll(last)
    assert.deepEqual(
      batches.flat(),
      Array.from({ length: last }, (_, i) => i + 1),
    )
    assert.ok(batches.every((batch) => batch.length <= 10))
  }
  const taken: number[] = []
  const left = await readAll(25, ({ n }) => n % 3 > 0 && taken.push(n) > 0)
  assert.deepEqual(left.flat(), [3, 6, 9, 12, 15, 18, 21, 24])
  assert.equal(taken.length, 17)
})

test('a stream that fails or is abandoned ends its transaction and frees its connection', async () => {
  const shop = await service.shop()
  const { db } = service.service
  const failing = sql<{ n: number }>`select 10 / (25 - n) as n from generate_series(1, 30) n`
  const seen: number[] = []
  const reading = db.stream('export', shop).read(async (tx) => {
    for await (const rows of tx.stream(failing, 10)) seen.push(rows.length)
  })
  await assert.rejects(reading, { code: '22012' })
  assert.deepEqual(seen, [10, 10])
  for (let i = 0; i < 10; i++) {
    const first = await db.stream('export', shop).read(async (tx) => {
      for await (const rows of tx.stream(failing, 10)) return rows.length
      return 0
    })
    assert.equal(first, 10)
  }
  // These streams reuse the connections, and each is the first query of its transaction. Rows still have the columns of
  // their own query.
  for (let i = 0; i < 10; i++) {
    const words = await db
      .stream('export', shop)
      .read((tx) => Array.fromAsync(tx.stream(sql<{ word: string }>`select 'word' as word`)))
    assert.deepEqual(words, [[{ word: 'word' }]])
  }
})

test('a failed commit is rolled back and releases its locks before the error is thrown', async (t) => {
  const shop = await service.shop()
  const { db } = service.service
  const lock = sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(8715) as is_ours`
  const submit = t.mock.method(Pipeline.prototype, 'submit')
  const failing = db.store(shop, 'write', async (tx) => {
    await tx.first(lock)
    tx.sendAlong(sql`select app.start_over()`)
  })
  await assert.rejects(failing, { code: '40001' })
  const sent = submit.mock.calls.map((call) =>
    (call.this as unknown as { statements: Statement[] }).statements.map(({ text }) => text.trim()),
  )
  const [last, after] = sent.slice(-2)
  assert.deepEqual([last?.at(0), last?.at(-1)], ['select app.start_over()', 'commit'])
  assert.match(last?.at(-2) ?? '', /update change_stamps/)
  assert.deepEqual(after, ['rollback'])
  assert.deepEqual(await db.store(shop, 'write', (tx) => tx.first(lock)), { is_ours: true })
})

test('a transaction frees its connection if statements that are sent only with its commit fail', async () => {
  const shop = await service.shop()
  const { db } = service.service
  const fail = () => db.store(shop, 'write', async (tx) => tx.sendAlong(sql`select 1 / ${0}::integer`))
  for (let i = 0; i < 20; i++) await assert.rejects(fail(), /division by zero/)
  const [row] = await db.store(shop, 'read', (tx) => tx.all<{ one: number }>(sql`select 1 as one`))
  assert.equal(row?.one, 1)
})

test('a value that cannot be sent fails its own transaction, and the connection stays usable', async () => {
  const shop = await service.shop()
  const { db } = service.service
  const circular: { self?: object } = {}
  circular.self = circular
  for (let i = 0; i < 15; i++) {
    const failing = db.store(shop, 'write', async (tx) => {
      if (i % 2 === 0) await tx.all(sql`select 1`)
      return tx.several([sql`select ${i}::int`, sql`select ${circular}::jsonb`])
    })
    await assert.rejects(failing, /circular/)
  }
  const rows = await db.store(shop, 'read', (tx) => tx.several<[{ n: number }]>([sql`select 7 as n`]))
  assert.deepEqual(rows, [[{ n: 7 }]])
})

test('arrays are stored and read unchanged, with any content', async () => {
  const shop = await service.shop()
  const arrays = [
    [
      'plain',
      '',
      ' ',
      null,
      'NULL',
      'null',
      'a,b',
      '{}',
      '"quoted" ""',
      'back\\slash \\" \\\\',
      'line\nbreak\ttab',
      'é 漢 🙂',
    ],
    [],
    [null],
    ['"'],
    ['\\'],
  ]
  for (const array of arrays) {
    const [rows] = await service.service.db.store(shop, 'read', (tx) =>
      tx.several<[{ same: string[] }]>([sql`select ${array}::text[] as same`]),
    )
    assert.deepEqual(rows, [{ same: array }])
  }
  const content = anyText({ maxLength: 20 }).map((text) => text.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(content)), async (array) => {
      const [row] = await service.service.db.store(shop, 'read', (tx) =>
        tx.all<{ same: string[] }>(sql`select ${array}::text[] as same`),
      )
      assert.deepEqual(row, { same: array })
    }),
    { numRuns: 200 },
  )
  const others = await service.service.db.store(shop, 'read', (tx) =>
    tx.all(sql`select ${[1, null, 25]}::int[] as numbers, ${[true, false, null]}::boolean[] as flags,
                      ${[Buffer.from('\\"')]}::bytea[] = array[decode('5c22', 'hex')] as bytes`),
  )
  assert.deepEqual(others, [{ numbers: [1, null, 25], flags: [true, false, null], bytes: true }])
})
