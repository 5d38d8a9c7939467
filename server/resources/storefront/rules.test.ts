import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsAfter } from './rules.ts'

const last = { at: '2026-11-21T00:00:00.000Z', id: '0190aaaa-0000-7000-8000-000000000000' }

test('a page continues in the run where the previous page ended, then in later runs', () => {
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
