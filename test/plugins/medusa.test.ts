// Tests the outbox of the Medusa plugin on a real PostgreSQL, without Medusa. A note is a row of the outbox: one object
// of the shop whose change has to be reported.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { Pool } from 'pg'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'

const area = join(import.meta.dirname, '../../plugins/medusa/src/modules/evident')
const load = (file: string) => import(pathToFileURL(join(area, file)).href)
const { describeRefusal, textsFor } = await load('../../lib/texts.ts')
const { createTable } = await load('table.ts')
const { createWorker, delayAfter } = await load('worker.ts')

type Note = { type: string; subject: string; version: string; attempts: number }

let database: TestDatabase
let pool: Pool
const sql = async (text: string, values: unknown[] = []) => {
  let at = 0
  return (
    await pool.query(
      text.replace(/\?/g, () => `$${++at}`),
      values,
    )
  ).rows
}
const table = createTable(sql)
const countNotes = async () => (await sql('select count(*)::int as n from evident_note'))[0].n

before(async () => {
  database = await createEmptyDatabase()
  pool = new Pool({ connectionString: database.url, max: 8 })
  const migration = readFileSync(join(area, 'migrations/Migration20261129000000.ts'), 'utf8')
  const up = migration.slice(0, migration.indexOf('down()'))
  const statements = [...up.matchAll(/addSql\(\s*`([^`]+)`/g)].map(([, text = '']) => text)
  assert.equal(statements.length, 5)
  for (const statement of statements) await sql(statement)
})
beforeEach(async () => {
  for (const name of ['note', 'message', 'rating', 'fact']) await sql(`delete from evident_${name}`)
})
after(async () => {
  await pool.end()
  await database.drop()
})

test('twelve thousand changes of seven products make seven notes', async () => {
  const changes = Array.from({ length: 12_000 }, (_, at) => `p${at % 7}`)
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let subject = changes.pop(); subject !== undefined; subject = changes.pop())
        await table.note('product.updated', subject)
    }),
  )
  assert.equal(await countNotes(), 7)
  const [{ n }] = await sql('select sum(version)::int as n from evident_note')
  assert.equal(n, 12_000)
})

test('two instances never claim the same note, and a note is due again after its claimer crashed', async () => {
  for (let at = 0; at < 60; at += 1) await table.note('order.updated', `o${at}`)
  const claims: Note[][] = await Promise.all([1, 2, 3, 4].map(() => table.claim(false, 20, 50)))
  const subjects = claims.flat().map(({ subject }) => subject)
  assert.equal(new Set(subjects).size, subjects.length)
  assert.equal(subjects.length, 60)
  // The claims expire at different times, so one poll may find only some of the notes.
  const again = new Set<string>()
  await until(async () => {
    for (const { subject } of await table.claim(false, 100, 60_000)) again.add(subject)
    return again.size === 60
  }, 'all notes are due again')
})

test('a change during the report of the previous change is reported too', async () => {
  await table.note('product.updated', 'p1')
  const [claimed] = await table.claim(false, 20, 60_000)
  await table.note('product.updated', 'p1')
  await table.done(claimed)
  const [again] = await table.claim(false, 20, 60_000)
  assert.equal(again.subject, 'p1')
  await table.done(again)
  assert.equal(await countNotes(), 0)
})

test('a note is given up after three days, and not before', async () => {
  await table.note('order.updated', 'kept')
  await table.note('order.updated', 'old')
  await sql(`update evident_note set noted_at = now() - interval '3 days' + interval '1 minute' where subject = 'kept'`)
  await sql(`update evident_note set noted_at = now() - interval '3 days' - interval '1 minute' where subject = 'old'`)
  await table.clean()
  assert.deepEqual(
    (await sql('select subject from evident_note')).map(({ subject }) => subject),
    ['kept'],
  )
})

test('a message counts once, and a note about its product is stored with it', async () => {
  const taken = await Promise.all([1, 2, 3].map(() => table.noteMessage('m1', 'p1', 0)))
  assert.deepEqual(taken.sort(), [false, false, true])
  const [{ version }] = await sql('select version::int from evident_note')
  assert.equal(version, 1)
  assert.deepEqual(
    [await table.noteMessage('m2', undefined, 0), await table.noteMessage('m2', undefined, 0)],
    [true, false],
  )
})

test('the response to the newest request wins, in any order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), async (order) => {
      await sql('delete from evident_rating')
      for (const at of order)
        await table.writeRatings([{ product_id: 'p1', average: at, count: at, by_star: {} }], new Date(at * 1_000))
      assert.deepEqual(await table.findRating('p1'), { average: 5, count: 5 })
    }),
    { numRuns: 30 },
  )
})

test('all ratings that were read before are noted again, each once', async () => {
  const rows = ['p1', 'p2'].map((product_id) => ({ product_id, average: 5, count: 1, by_star: {} }))
  await table.writeRatings(rows, new Date())
  await table.note('rating', 'p1')
  await table.noteAllRatings()
  const noted = await sql("select subject from evident_note where type = 'rating' order by subject")
  assert.deepEqual(
    noted.map(({ subject }) => subject),
    ['p1', 'p2'],
  )
  await table.writeFact('readWith', 'digest')
  await table.deleteFact('readWith')
  assert.equal(await table.readFact('readWith'), undefined)
})

const writeCount = (count: number) =>
  table.writeRatings([{ product_id: 'p1', average: count > 0 ? 5 : null, count, by_star: {} }], new Date())
const chooseOther = async () => {
  await table.note('order.updated', 'o1')
  return [await table.bindStore('b'), await countNotes()]
}

test('without stars and before Connect, the string of another store takes over and discards waiting changes', async () => {
  assert.equal(await table.bindStore('a'), 'a')
  await table.writeFact('backend', 'http://localhost:9000')
  await writeCount(0)
  await table.note('order.updated', 'o1')
  assert.deepEqual([await table.bindStore('a'), await countNotes()], ['a', 1])
  assert.deepEqual(await chooseOther(), ['b', 0])
  assert.equal((await sql('select 1 from evident_rating')).length, 0)
  assert.equal(await table.readFact('backend'), 'http://localhost:9000')
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => table.bindStore('b'))), ['b', 'b', 'b'])
})

test('after Connect, also without stars, only staff change the store', async () => {
  await table.bindStore('a')
  await table.writeFact('connected', 'true')
  await writeCount(0)
  assert.deepEqual(await chooseOther(), ['a', 1])
  assert.equal((await sql('select 1 from evident_rating')).length, 1)
})

test('stars belong to their store, until another store is chosen', async () => {
  await table.bindStore('a')
  await writeCount(1)
  assert.deepEqual(await chooseOther(), ['a', 1])
  await table.changeStore('b')
  assert.equal(await table.bindStore('b'), 'b')
  assert.deepEqual([await table.findRating('p1'), await countNotes()], [{ average: null, count: 0 }, 0])
})

test('a refused address is explained in the language of staff, with the address', () => {
  const message = "The address of your shop's backend must begin with https://. The shop gave http://a.example."
  const body = { code: 'validation_failed', message, details: [{ path: '/data/callback', message: 'must' }] }
  const explain = (lang: string, body: unknown, status = 400, address = 'http://a.example') =>
    describeRefusal(textsFor({ query: { lang } }), { status, body, retryAfterMs: 0 }, address)
  assert.equal(explain('en', body), message)
  assert.match(explain('de-DE', body), /^Die Adresse dieses Backends muss mit https:.*: http:\/\/a\.example$/)
  assert.match(
    explain('de', body, 400, 'http://localhost:9000'),
    /diesem Rechner.*WEBHOOK_ALLOW_PRIVATE=true\..*: http:\/\/localhost:9000$/,
  )
  assert.match(
    explain('de', body, 400, 'https://10.0.0.1'),
    /^Die Adresse dieses Backends muss öffentlich.*10\.0\.0\.1$/,
  )
  assert.equal(explain('de', '<h1>', 502), 'Evident antwortet mit dem Status 502.')
  assert.equal(explain('de', undefined, 0), 'Evident antwortet gerade nicht.')
})

test('a retry waits from one second to one hour, and never less than the one before', () => {
  assert.deepEqual([1, 2, 3, 13, 1_000].map(delayAfter), [1_000, 2_000, 4_000, 3_600_000, 3_600_000])
  fc.assert(fc.property(fc.nat(2_000), (attempts) => delayAfter(attempts + 1) >= delayAfter(attempts)))
})

test('an outage costs a few calls and one log line, and ends with all notes reported', async () => {
  const reported: string[] = []
  const warnings: string[] = []
  let isAway = true
  let calls = 0
  const unanswered = { status: 0, body: undefined, retryAfterMs: 0 }
  const evident = {
    async tell({ data }: { data: { id: string } }) {
      calls++
      if (isAway) return unanswered
      reported.push(data.id)
      return { ...unanswered, status: 202 }
    },
    summaries: async () => unanswered,
  }
  const ids = Array.from({ length: 50 }, (_, at) => `p${String(at).padStart(2, '0')}`)
  for (const id of ids) await table.note('product.updated', id)
  const worker = createWorker(evident, table, { warn: (text: string) => void warnings.push(text) })
  worker.start()
  try {
    await until(() => calls >= 2, 'the outage is noticed')
    assert.ok(calls <= 3, `${calls} calls`)
    isAway = false
    await until(async () => (await countNotes()) === 0, 'all is reported')
    assert.deepEqual(reported.sort(), ids)
    assert.equal(warnings.length, 1)
  } finally {
    await worker.stop()
  }
})
