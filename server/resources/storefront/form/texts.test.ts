import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '#locales/texts.ts'
import { findProblems, formatProblem, noValues, type Values } from '#widgets/review-form/model.ts'

test('texts are counted in characters without outer spaces, and errors name length and limit', () => {
  const good: Values = { ...noValues, rating: 3, body: 'x', authorName: 'Jane', consent: true }
  const judge = (more: Partial<Values>) => findProblems({ ...good, ...more }, { needsEmail: false })
  assert.deepEqual(judge({}), {})
  assert.deepEqual(judge({ body: '😀'.repeat(5000), title: ` ${'ü'.repeat(150)} ` }), {})
  assert.deepEqual(judge({ body: '😀'.repeat(5001) }), { body: 'bodyLong' })
  for (const body of [' \n\u3000', '\u200b\u2060', '\ud800', '\0'])
    assert.deepEqual(judge({ body }), { body: 'bodyMissing' }, JSON.stringify(body))
  for (const body of ['👨‍👩‍👧', 'ﷺ', '1', '.', '𓀀', 'e\u0301']) assert.deepEqual(judge({ body }), {}, body)
  assert.deepEqual(judge({ authorName: '\u200f' }), { authorName: 'nameMissing' })
  assert.deepEqual(judge({ rating: 6 }), { rating: 'ratingMissing' })
  assert.deepEqual(judge({ rating: Number.NaN }), { rating: 'ratingMissing' })
  assert.deepEqual(judge({ authorName: 'jane@example.com' }), { authorName: 'nameAddress' })
  assert.deepEqual(findProblems({ ...good, authorEmail: 'jane' }, { needsEmail: true }), { authorEmail: 'emailWrong' })
  const sentence = formatProblem('bodyLong', textsIn('review-form', 'de'), { ...good, body: 'x'.repeat(5001) })
  assert.equal(sentence, 'Der Text hat 5001 Zeichen; 5000 passen hinein. Bitte kürze ihn.')
})
