import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsAfter } from './rules.ts'

const last = { at: '2026-11-21T00:00:00.000Z', id: '0190aaaa-0000-7000-8000-000000000000' }

test('a page continues in the sorted run where the previous page ended, then in later runs', () => {
  const runs = runsAfter({ sort: 'highest' }, { ...last, rank: 2 })
  assert.deepEqual(
    runs.map(({ rating, after }) => [rating, after?.id]),
    [
      [2, last.id],
      [1, undefined],
    ],
  )
})

test('a cursor outside every run, such as one from an unfiltered list, is refused', () => {
  assert.throws(() => runsAfter({ sort: 'highest', rating: 5 }, { ...last, rank: 1 }), { status: 400 })
})

test('the most helpful reviews are followed by those without votes, with every filter', () => {
  const others = [[5], [4], [3], [2], [1]].map(([rating]) => [rating, false, undefined])
  const places = (rank: number, choice: Parameters<typeof runsAfter>[0]) =>
    runsAfter({ sort: 'helpful', ...choice }, { ...last, rank }).map(({ rating, voted, after }) => [
      rating,
      voted,
      after?.id,
    ])
  assert.deepEqual(places(3, {}), [
    [undefined, true, last.id],
    [undefined, false, undefined],
  ])
  assert.deepEqual(places(1, { hasPhotos: false }), [[undefined, true, last.id], ...others])
  assert.deepEqual(places(0, { rating: 4 }), [[4, false, last.id]])
})
