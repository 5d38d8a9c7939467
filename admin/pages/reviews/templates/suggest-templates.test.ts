import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { suggestTemplates } from './suggest-templates.ts'

const template = (title: string, ratings: number[], topics: string[]) => ({ title, ratings, topics })
const review = (rating: number, body: string) => ({ rating, title: null, body })
const suggest = (templates: ReturnType<typeof template>[], rating: number, body: string) =>
  suggestTemplates(templates, review(rating, body)).map(({ title }) => title)

test('a template is suggested for its stars and for a topic in the text', () => {
  const templates = [
    template('For all', [], []),
    template('Sorry', [1, 2], []),
    template('Late', [], ['shipping', 'arrived late']),
    template('Late and low', [1], ['shipping']),
  ]
  assert.deepEqual(suggest(templates, 1, 'Shipping took\n weeks'), ['Late and low', 'Late', 'Sorry'])
  assert.deepEqual(suggest(templates, 5, 'It ARRIVED  late'), ['Late'])
  assert.deepEqual(suggest(templates, 2, 'Nice'), ['Sorry'])
  assert.deepEqual(suggest(templates, 4, 'Nice'), [])
})

test('a topic matches the beginning of a word, and any place in scripts without spaces', () => {
  assert.deepEqual(suggest([template('Late', [], ['late'])], 3, 'A lovely plate'), [])
  assert.deepEqual(suggest([template('Late', [], ['late'])], 3, 'A plate, later broken'), ['Late'])
  assert.deepEqual(suggest([template('Groß', [], ['ÄRMEL'])], 3, 'Die Ärmel sind kurz'), ['Groß'])
  assert.deepEqual(suggest([template('小', [], ['尺码'])], 3, '这件尺码偏小'), ['小'])
})

test('at most three templates are suggested, and each suits the review', () => {
  const some = fc.record({
    title: fc.string(),
    ratings: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    topics: fc.array(fc.constantFrom('size', 'late', 'colour')),
  })
  fc.assert(
    fc.property(fc.array(some), fc.integer({ min: 1, max: 5 }), fc.boolean(), (templates, rating, isLate) => {
      const found = suggestTemplates(templates, review(rating, isLate ? 'late' : 'fine'))
      assert.ok(found.length <= 3)
      for (const { ratings, topics } of found) {
        assert.ok(ratings.length > 0 || topics.length > 0)
        assert.ok(ratings.length === 0 || ratings.includes(rating))
        assert.ok(topics.length === 0 || (isLate && topics.includes('late')))
      }
    }),
  )
})
