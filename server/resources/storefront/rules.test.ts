import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsAfter } from './rules.ts'

const last = { at: '2026-11-21T00:00:00.000Z', id: '0190aaaa-0000-7000-8000-000000000000' }

test('a page goes on in the run where the one before ended, and with the runs behind it', () => {
  const runs = runsAfter({ sort: 'highest' }, { ...last, rank: 2 })
  assert.deepEqual(
    runs.map(({ rating, after }) => [rating, after?.id]),
    [
      [2, last.id],
      [1, undefined],
    ],
  )
})

test('a cursor behind every run of the list, such as of the same list without its filter, is refused', () => {
  assert.throws(() => runsAfter({ sort: 'highest', rating: 5 }, { ...last, rank: 1 }), { status: 400 })
})
