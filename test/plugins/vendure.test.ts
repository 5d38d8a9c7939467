import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { until } from '#test/until.ts'
import { copyOf, pack, run } from './packed.ts'

const root = join(import.meta.dirname, '../..')
const load = (file: string) => import(pathToFileURL(join(root, 'plugins/vendure/src', file)).href)
const { delayAfter } = await load('lib/delay.ts')
const { lastNight } = await load('lib/night.ts')
const { createBinding } = await load('binding.ts')
const { clampTake, readReviews } = await load('lib/reviews.ts')
const { readSummaries } = await load('lib/summaries.ts')
const { createNightly } = await load('nightly.ts')
const { createWorker } = await load('worker.ts')

test('the package has built files, README and licence, and nothing else', async () => {
  const folder = copyOf('vendure')
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    // The types of Vendure are not installed here, and the list of files does not depend on them.
    await run(join(folder, 'package'), process.execPath, [compiler, '-p', '.', '--noCheck', '--types', '']).catch(
      () => {},
    )
    await run(join(folder, 'package'), 'cp', ['-R', 'src/dashboard', 'dist/'])
    const { files } = await pack(folder, 'vendure-plugin-evident')
    const outside = files.filter((file) => !/^dist\/((api|entities|lib)\/)?[a-z.-]+\.(js|d\.ts)$/.test(file))
    assert.deepEqual(outside, [
      'LICENSE',
      'README.md',
      'dist/dashboard/evident-page.tsx',
      'dist/dashboard/index.tsx',
      'dist/dashboard/order-request.tsx',
      'dist/dashboard/product-reviews.tsx',
      'dist/dashboard/request-reasons.tsx',
      'dist/dashboard/stars.tsx',
      'dist/dashboard/texts.tsx',
      'package.json',
    ])
    assert.ok(files.includes('dist/index.js') && files.includes('dist/plugin.js'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a retry waits one second to one hour, and never less than the previous one', () => {
  assert.deepEqual([1, 2, 3, 13, 1_000].map(delayAfter), [1_000, 2_000, 4_000, 3_600_000, 3_600_000])
  fc.assert(fc.property(fc.nat(2_000), (attempts) => delayAfter(attempts + 1) >= delayAfter(attempts)))
})

test('the most recent nightly time before a moment is at most a day earlier', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      const night = lastNight(now)
      const age = now.getTime() - night.getTime()
      assert.ok(age >= 0 && age < 25 * 3_600_000)
      assert.deepEqual([night.getHours(), night.getMinutes()], [3, 17])
    }),
  )
})

test('every requested product gets a rating, and a damaged response gives none', () => {
  const body = { data: [{ platformProductId: 'a', average: 4.5, count: 2, byStar: { 4: 1, 5: 1 } }] }
  assert.deepEqual(readSummaries(['a', 'b'], body), [
    { productId: 'a', average: 4.5, count: 2, byStar: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 } },
    { productId: 'b', average: null, count: 0, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
  ])
  for (const damaged of [undefined, null, [], {}, { data: {} }, { data: [{ platformProductId: 'a', count: 'many' }] }])
    assert.equal(readSummaries(['a'], damaged), undefined)
})

test('no response breaks a page: reviews are either a list or not loaded', () => {
  fc.assert(
    fc.property(fc.integer(), fc.anything(), (status, body) => {
      const { items, isLoaded } = readReviews({ status, body, retryAfterMs: 0 })
      assert.ok(isLoaded || items.length === 0)
    }),
  )
  const data = [{ id: 'r', rating: 5, submittedAt: '2026-11-29T12:00:00Z', reply: null, body: '<script>' }]
  const read = readReviews({ status: 200, body: { data, pagination: { nextCursor: 'c' } }, retryAfterMs: 0 })
  assert.deepEqual([read.isLoaded, read.nextCursor, read.items[0]?.body], [true, 'c', '<script>'])
  assert.deepEqual([undefined, 0, -3, 7.9, 1_000].map(clampTake), [10, 10, 1, 7, 50])
})

/** The rows of the table `evident_fact`, which the instances of a shop share. */
function createFacts() {
  const rows = new Map<string, string>()
  return {
    read: async (name: string) => rows.get(name),
    write: async (name: string, value: string) => void rows.set(name, value),
    async replace(name: string, before: string | undefined, value: string) {
      if (rows.get(name) !== before) return false
      rows.set(name, value)
      return true
    },
  }
}

function createBound({ counts = [], isConnected = false }: { counts?: number[]; isConnected?: boolean }) {
  const facts = createFacts()
  const rows = { ratings: counts, notes: ['order.updated'] }
  const binding = createBinding({
    facts,
    ratings: {
      clear: async () => void Object.assign(rows, { ratings: [] }),
      hasStars: async () => rows.ratings.some((count) => count > 0),
    },
    outbox: { clear: async () => void Object.assign(rows, { notes: [] }) },
  })
  const count = () => [rows.ratings.length, rows.notes.length]
  const chooseOther = async () => {
    assert.equal(await binding.bind('a'), true)
    if (isConnected) await binding.confirm()
    return [await binding.bind('b'), await facts.read('store'), ...count()]
  }
  return { binding, facts, chooseOther, count }
}

test('without stars and before Connect, the string of another store takes over and discards waiting changes', async () => {
  for (const counts of [[], [0, 0]]) assert.deepEqual(await createBound({ counts }).chooseOther(), [true, 'b', 0, 0])
})

test('stars belong to their store, and after Connect also a shop without stars, until another is chosen', async () => {
  for (const before of [{ counts: [0, 1] }, { counts: [0, 0], isConnected: true }]) {
    const { binding, facts, chooseOther, count } = createBound(before)
    assert.deepEqual(await chooseOther(), [false, 'a', 2, 1])
    await binding.change('b')
    assert.deepEqual([await binding.bind('b'), await facts.read('store'), ...count()], [true, 'b', 0, 0])
  }
})

const products = Array.from({ length: 250 }, (_, at) => at + 1)

function createInstance(facts: ReturnType<typeof createFacts>) {
  const asked: number[] = []
  const state = { now: new Date('2026-11-29T12:00:00'), isAway: false }
  const nightly = createNightly({
    facts,
    now: () => state.now,
    listProducts: async (last: number | undefined, limit: number) =>
      products.filter((id) => last === undefined || id > last).slice(0, limit),
    async ask(ids: number[]) {
      if (state.isAway) return false
      asked.push(...ids)
      return true
    },
  })
  return {
    ...{ asked, state, readSome: nightly.readSome, readAllAgain: nightly.readAllAgain },
    async readAll() {
      while (await nightly.readSome());
    },
  }
}

test('each night, one of two instances reads the ratings of all products once', async () => {
  const facts = createFacts()
  const [one, other] = [createInstance(facts), createInstance(facts)]
  await one.readSome()
  await other.readAll()
  await one.readAll()
  await one.readAll()
  assert.deepEqual([one.asked, other.asked], [products, []])
  for (const { state } of [one, other]) state.now = new Date('2026-11-30T03:18:00')
  await other.readAll()
  await one.readAll()
  assert.deepEqual([one.asked.length, other.asked], [250, products])
})

test('after a failure, the nightly read starts again at the first product', async () => {
  const facts = createFacts()
  const [one, other] = [createInstance(facts), createInstance(facts)]
  await one.readSome()
  one.state.isAway = true
  await one.readAll()
  await one.readAll()
  assert.equal(one.asked.length, 100)
  // Another instance may take over.
  await other.readAll()
  one.state.isAway = false
  await one.readAll()
  assert.deepEqual([one.asked.length, other.asked], [100, products])
})

test('after Connect, all ratings are read again, also by day and during a read', async () => {
  const instance = createInstance(createFacts())
  await instance.readAll()
  await instance.readAllAgain()
  await instance.readSome()
  await instance.readAllAgain()
  await instance.readAll()
  assert.deepEqual(instance.asked, [...products, ...products.slice(0, 100), ...products])
})

test('an outage costs a few calls and one log line, and ends with all changes reported', async () => {
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
  const notes = new Map(ids.map((subject) => [subject, { type: 'product.updated', subject, attempts: 1, dueAt: 0 }]))
  type Note = { subject: string; dueAt: number }
  const outbox = {
    async claim(types: string[], limit: number, forMs: number) {
      if (types.includes('rating')) return []
      const due = [...notes.values()].filter(({ dueAt }) => dueAt <= Date.now()).slice(0, limit)
      for (const note of due) note.dueAt = Date.now() + forMs
      return due
    },
    done: async ({ subject }: Note) => void notes.delete(subject),
    later: async (note: Note, inMs: number) => void Object.assign(note, { dueAt: Date.now() + inMs }),
    clean: async () => {},
  }
  const worker = createWorker({
    ...{ evident, outbox, readSome: async () => false, write: async () => {} },
    warn: (text: string) => void warnings.push(text),
  })
  worker.start()
  try {
    await until(() => calls >= 2, 'the outage is noticed')
    assert.ok(calls <= 3, `${calls} calls`)
    isAway = false
    await until(() => notes.size === 0, 'all is reported')
    assert.deepEqual(reported.sort(), ids)
    assert.equal(warnings.length, 1)
  } finally {
    await worker.stop()
  }
})
