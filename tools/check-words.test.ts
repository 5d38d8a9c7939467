import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './check-boundaries.ts'
import { problemsOf } from './check-words.ts'

const problemsIn = (path: string, text = '') => problemsOf(new Map([[path, text]]))

test('no name in this code contains a retired word', () => {
  const sources = readSources(join(import.meta.dirname, '..'))
  assert.ok(sources.size > 50, 'the sources are found')
  assert.deepEqual(problemsOf(sources), [])
})

test('a retired word is found in names of files, types, classes, functions and constants', () => {
  const found = [
    problemsIn('server/resources/email/sending/lane.ts'),
    problemsIn('test/e2e/form-ground.ts'),
    problemsIn('server/a.ts', 'export type Ground = { db: Db }'),
    problemsIn('server/a.ts', 'export class EndpointLanes {}'),
    problemsIn('server/a.ts', 'async function runInOneFlight() {}'),
    problemsIn('server/a.ts', '  const maxTold = 10'),
  ]
  for (const problems of found) assert.equal(problems.length, 1, problems.join())
  assert.deepEqual(found[4], ['server/a.ts: runInOneFlight contains "flight". Use pipeline or batch'])
})

test('longer words, texts, comments and SQL are not checked', () => {
  const text = `
    // The carrier is told in flight.
    const planeId = 'lane'
    const background = sql\`select * from agenda\`
    const untoldStories = 1`
  assert.deepEqual(problemsIn('server/planet.ts', text), [])
})
