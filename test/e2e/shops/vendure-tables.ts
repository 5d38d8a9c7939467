// Tests the tables of the installed Vendure plugin with Vendure's own TypeORM, without the shop.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { reachable } from './reachable.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package is loaded from the shop's folder
type Module = any
type Note = { type: string; subject: string; ids: number[]; attempts: number }

const name = 'vendure-plugin-evident'
const changes = ['order.updated', 'product.updated', 'product.deleted']

/** `findFolder` returns the folder of a shop with the plugin. */
export const declareTableTests = (findFolder: () => string) =>
  describe("the plugin's tables", () => {
    let empty: TestDatabase
    let reached: Awaited<ReturnType<typeof reachable>>
    let database: Module
    let outbox: Module
    let ratings: Module
    let facts: Module
    before(async () => {
      const load = createRequire(join(findFolder(), 'package.json'))
      const { EvidentFact, EvidentMessage, EvidentNote, EvidentRating } = load(name)
      empty = await createEmptyDatabase()
      reached = await reachable(empty.url)
      const { DataSource } = load('typeorm')
      const entities = [EvidentFact, EvidentMessage, EvidentNote, EvidentRating]
      database = new DataSource({ type: 'postgres', url: reached.url, entities, synchronize: true })
      await database.initialize()
      outbox = load(`${name}/dist/outbox.js`).createOutbox(database)
      ratings = load(`${name}/dist/ratings.js`).createRatings(database)
      facts = load(`${name}/dist/facts.js`).createFacts(database)
    })
    beforeEach(async () => {
      for (const table of ['note', 'message', 'rating', 'fact']) await database.query(`delete from evident_${table}`)
    })
    after(async () => {
      await database?.destroy()
      await reached?.close()
      await empty?.drop()
    })
    const countNotes = async () => (await database.query('select 1 from evident_note')).length

    test('two instances never claim the same note, and a note is due again after its claimer crashed', async () => {
      for (let at = 0; at < 60; at += 1) await outbox.note('order.updated', `o${at}`)
      const claims: Note[][] = await Promise.all([1, 2, 3, 4].map(() => outbox.claim(changes, 60, 200)))
      const subjects = claims.flat().map(({ subject }) => subject)
      assert.equal(new Set(subjects).size, subjects.length)
      const again = new Set<string>()
      await until(async () => {
        for (const { subject } of await outbox.claim(changes, 100, 60_000)) again.add(subject)
        return again.size === 60
      }, 'all notes are due again')
    })

    test('a change during the report of the previous change is reported too', async () => {
      for (let at = 0; at < 2; at += 1) await outbox.note('product.updated', 'p1')
      const [claimed] = await outbox.claim(changes, 20, 60_000)
      assert.deepEqual([claimed.ids.length, claimed.attempts], [2, 1])
      await outbox.note('product.updated', 'p1')
      await outbox.done(claimed)
      const [again] = await outbox.claim(changes, 20, 60_000)
      assert.equal(again.subject, 'p1')
      await outbox.done(again)
      assert.equal(await countNotes(), 0)
    })

    test('a note is given up after three days, and not before', async () => {
      const old = 3 * 86_400_000
      for (const [subject, age] of [
        ['kept', old - 60_000],
        ['old', old + 60_000],
      ]) {
        await outbox.note('order.updated', subject)
        await database.query('update evident_note set noted_at = $1 where subject = $2', [
          Date.now() - Number(age),
          subject,
        ])
      }
      await outbox.clean()
      assert.deepEqual(await database.query('select subject from evident_note'), [{ subject: 'kept' }])
    })

    test('a repeated message has no effect', async () => {
      await outbox.noteMessage('m1', 'p1', 0)
      const [note] = await outbox.claim(['rating'], 20, 60_000)
      await outbox.done(note)
      await outbox.noteMessage('m1', 'p1', 0)
      await outbox.noteMessage('m2', undefined, 0)
      assert.equal(await countNotes(), 0)
      assert.equal((await database.query('select 1 from evident_message')).length, 2)
    })

    test('the response to the newest request wins, in any order of arrival', async () => {
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), async (order) => {
          await ratings.clear()
          for (const at of order)
            await ratings.write([{ productId: 'p1', average: at, count: at, byStar: { 1: at } }], at * 1_000)
          assert.deepEqual(await ratings.find('p1'), { average: 5, count: 5, byStar: { 1: 5 } })
        }),
        { numRuns: 30 },
      )
    })

    test('a shop has stars only with a rating above zero', async () => {
      const write = (count: number, at: number) =>
        ratings.write([{ productId: 'p1', average: count || null, count, byStar: {} }], at)
      const seen = [await ratings.hasStars()]
      for (const count of [0, 1, 0]) {
        await write(count, seen.length * 1_000)
        seen.push(await ratings.hasStars())
      }
      assert.deepEqual(seen, [false, false, true, false])
    })

    test('exactly one of several instances that replace a value at the same time succeeds', async () => {
      const replaceAll = (before: string | undefined, values: string[]): Promise<boolean[]> =>
        Promise.all(values.map((value) => facts.replace('nightly', before, value)))
      const inserted = await replaceAll(undefined, ['a', 'b', 'c'])
      assert.equal(inserted.filter(Boolean).length, 1)
      const before = await facts.read('nightly')
      const replaced = await replaceAll(before, ['d', 'e', 'f'])
      assert.equal(replaced.filter(Boolean).length, 1)
      await facts.delete('nightly')
      assert.equal(await facts.read('nightly'), undefined)
    })
  })
