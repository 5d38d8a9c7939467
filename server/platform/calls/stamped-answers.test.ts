import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildContent } from '../values/content.ts'
import { Answer } from './answer.ts'
import { createStampedAnswers } from './stamped-answers.ts'

const answerOf = (bytes: number) =>
  new Answer(200, { content: buildContent('x'.repeat(bytes), 'application/json; charset=utf-8') })

const minuteMs = 60_000

test('a response is cached from the second request on, for at most a minute', () => {
  let nowMs = Date.parse('2026-11-28T10:00:00Z')
  const answers = createStampedAnswers({ nowMs: () => nowMs })
  const stamped = { stamp: 7, answer: answerOf(10) }
  answers.keep('a', 'page', stamped)
  assert.equal(answers.find('a', 'page'), undefined)
  answers.keep('a', 'page', stamped)
  assert.equal(answers.find('a', 'page'), stamped)
  assert.equal(answers.find('b', 'page'), undefined)
  nowMs += minuteMs
  assert.equal(answers.find('a', 'page'), undefined)
})

test('a cached response expires at midnight, when signed URLs change', () => {
  let nowMs = Date.parse('2026-11-28T23:59:59Z')
  const answers = createStampedAnswers({ nowMs: () => nowMs })
  for (let i = 0; i < 2; i++) answers.keep('a', 'page', { stamp: 7, answer: answerOf(10) })
  assert.ok(answers.find('a', 'page'))
  nowMs += 1_000
  assert.equal(answers.find('a', 'page'), undefined)
})

test('memory is bounded, and one organization cannot evict the responses of another', () => {
  const maxBytes = 800_000
  const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 150_000 })), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(sizes, (asked) => {
      const answers = createStampedAnswers({ maxBytes })
      const quiet = { stamp: 1, answer: answerOf(20_000) }
      for (let i = 0; i < 2; i++) answers.keep('quiet', 'page', quiet)
      for (const [index, [organization, bytes]] of asked.entries()) {
        const stamped = { stamp: index, answer: answerOf(bytes) }
        for (let i = 0; i < 2; i++) answers.keep(`busy ${organization}`, `page ${index}`, stamped)
        assert.ok(answers.bytes <= maxBytes)
      }
      assert.equal(answers.find('quiet', 'page'), quiet)
    }),
    { numRuns: 50 },
  )
})
