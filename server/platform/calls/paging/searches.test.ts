import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearches } from './searches.ts'

const codeOf = (error: unknown) => (error as { code: string }).code

function held() {
  const ends: (() => void)[] = []
  return {
    work: () => new Promise<void>((end) => ends.push(end)),
    ends,
    release: () => ends.splice(0).map((end) => end()),
  }
}

test('an organization runs two searches in parallel, and other organizations are unaffected', async () => {
  const search = createSearches()
  const { work, ends } = held()
  const running = ['one', 'one', 'one', 'two'].map((organization) => search(organization, work))
  await Promise.resolve()
  assert.equal(ends.length, 3)
  ends.shift()?.()
  await running[0]
  await new Promise(setImmediate)
  assert.equal(ends.length, 3)
  for (const end of ends.splice(0)) end()
  await Promise.all(running)
})

test('a search that gets 429, after a long wait or at a full queue, blocks no later search', async () => {
  const search = createSearches()
  const { work, ends } = held()
  const first = [1, 2].map(() => search('one', work))
  const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => search('one', work).then(() => 'done', codeOf)))
  assert.deepEqual(
    others,
    Array.from({ length: 6 }, () => 'rate_limited'),
  )
  for (const end of ends.splice(0)) end()
  await Promise.all(first)
  assert.equal(await search('one', async () => 'free'), 'free')
})

test('a statement timeout becomes "search too broad", and other failures stay unchanged', async () => {
  const search = createSearches()
  const ended = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  await assert.rejects(
    search('one', () => Promise.reject(ended)),
    (error) => codeOf(error) === 'search_too_broad',
  )
  await assert.rejects(
    search('one', () => Promise.reject(new Error('other'))),
    /other/,
  )
})
