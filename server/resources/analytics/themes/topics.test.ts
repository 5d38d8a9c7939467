import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { loadStopWords } from './stop-words.ts'
import { createTopics, findSentence, sentencesIn, type TopicText, termsIn } from './topic-rules.ts'
import type { TopicReport } from './topic-schema.ts'
import { findTopicWords, topicLanguages } from './topic-words.ts'

const start = new Date('2026-10-20T12:00:00Z')
const service = provideService({ now: start })
const stopWords = await loadStopWords()

const wrote = (body: string, more: Partial<TopicText> = {}): TopicText => ({
  ...{ id: body, rating: 5, title: null, body, locale: 'en', productTitle: null },
  ...more,
})
const topicsOf = (texts: readonly TopicText[], minReviews = 2) => {
  const topics = createTopics(stopWords)
  for (const text of texts) topics.add(text)
  return topics.list(minReviews)
}
const names = (texts: readonly TopicText[], minReviews?: number) =>
  topicsOf(texts, minReviews).map(({ topic }) => topic)

test('topics are phrases that a merchant would use, not words that every review has', () => {
  const texts = [
    wrote('Not good. It runs very small and I bought one thing.', { rating: 2 }),
    wrote('Runs small, not what I wanted. The back straps broke.', { rating: 1 }),
    wrote('I love this one! It runs a bit small, but good.', { rating: 4 }),
    wrote('The back straps are not good. Would not buy 2 again.', { rating: 2 }),
    wrote('Good thing, love the back strap. The zip sticks.', { rating: 3 }),
    wrote('The zip is stiff.', { rating: 3 }),
  ]
  assert.deepEqual(names(texts), ['back straps', 'runs small', 'zip'])
  const [straps, small] = topicsOf(texts)
  assert.deepEqual([straps?.reviews, straps?.low, straps?.lowShare], [3, 2, 0.6667])
  assert.deepEqual([small?.reviews, small?.low, small?.high], [3, 2, 1])
})

test('a direction is part of a topic only beside another word, and a pronoun never is', () => {
  const texts = [
    wrote('Sent it back. Its lid came off. Nothing more to ask.'),
    wrote('Its lid is off, and I asked for money back.'),
    wrote('The back panel breathes. I ask for its lid.'),
    wrote('I was asked about the back panel.'),
  ]
  assert.deepEqual(names(texts).sort(), ['back panel', 'lid'])
})

test('topics are found in every language that has lists', () => {
  const samples: Record<string, [string, string]> = {
    en: ['The left handle gets hot.', 'handle'],
    de: ['Der Reißverschluss klemmt.', 'reißverschluss'],
    fr: ["L'anse est fragile.", 'fragile'],
    es: ['La cremallera está rota.', 'cremallera'],
    it: ['La cerniera non scorre.', 'cerniera'],
    nl: ['De rits loopt niet.', 'rits'],
    pt: ['O fecho não presta.', 'fecho'],
    pl: ['Zamek się zacina.', 'zamek'],
    ar: ['السحاب عالق', 'السحاب'],
    he: ['הרוכסן תקוע', 'הרוכסן'],
  }
  assert.deepEqual(topicLanguages.toSorted(), Object.keys(samples).sort())
  for (const [locale, [body, word]] of Object.entries(samples)) {
    const terms = termsIn(wrote(body, { locale }), stopWords).map(({ form }) => form)
    assert.ok(
      terms.some((term) => term.split(' ').includes(word)),
      `${locale}: ${terms}`,
    )
  }
})

test('a negation, a number or a verb of buying is never part of a topic', () => {
  const word = fc.constantFrom(
    ...[
      'not',
      'good',
      'one',
      'thing',
      'back',
      'straps',
      'bought',
      'love',
      '2',
      '3cm',
      'zip',
      'handle',
      'never',
      'runs',
      'small',
    ],
  )
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 20 }), (all) => {
      const refused = findTopicWords('en')?.refused ?? new Set()
      for (const { topic } of topicsOf(
        all.map((words) => wrote(words.join(' '))),
        1,
      ))
        for (const part of topic.split(' ')) assert.ok(!refused.has(part) && !/\d/.test(part), topic)
    }),
  )
})

test('every sentence is an exact part of the text and mentions its topic', () => {
  const piece = fc.constantFrom(
    'The back straps broke',
    'It runs small',
    "L'anse",
    '😀',
    'x'.repeat(200),
    'zip',
    '取っ手',
  )
  const text = fc
    .array(fc.tuple(piece, fc.constantFrom('. ', '! ', ', ', '\n', '… ', ' ')), { minLength: 1, maxLength: 8 })
    .map((parts) => wrote(parts.flat().join('')))
  fc.assert(
    fc.property(text, (each) => {
      for (const { key } of termsIn(each, stopWords)) {
        const sentence = findSentence(each, key, stopWords)
        assert.ok(sentence !== undefined && sentence.length <= 300 && each.body.includes(sentence), `${sentence}`)
      }
      for (const sentence of sentencesIn(each)) assert.ok(each.body.includes(sentence))
    }),
  )
})

test("words of the product's title alone are not a topic", () => {
  const texts = [1, 2, 3].map((i) =>
    wrote('A lovely coffee mug with a tight lid', { id: `${i}`, productTitle: 'Coffee mugs' }),
  )
  assert.deepEqual(names(texts), ['tight lid'])
})

async function openShop(bodies: readonly [rating: number, body: string, status?: 'approved' | 'rejected'][]) {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const ids = await addReviews(
    service,
    shop,
    bodies.map(([rating, body, status = 'approved'], i) => ({
      ...{ productId, rating, body, status, submittedAt: new Date(start.getTime() - i * day).toISOString() },
    })),
  )
  return { shop, ids }
}

const load = async (shop: Shop, query = '') => {
  const { status, body, text } = await shop.api.get(`/analytics/topics${query}`)
  assert.equal(status, 200, text)
  return body as TopicReport
}

test('a topic quotes only approved reviews, and a rejection removes its quote immediately', async () => {
  const { shop, ids } = await openShop([
    [2, 'Nice. It runs small, sadly. Bye.'],
    [5, 'Runs small but warm.'],
    [5, 'Runs small!'],
    [5, 'Runs small.'],
    [5, 'Runs small?'],
    [1, 'Runs small. Rejected.', 'rejected'],
  ])
  const { total, data } = await load(shop)
  assert.equal(total.reviews, 5)
  const [small] = data
  assert.deepEqual([small?.topic, small?.reviews, small?.low, small?.lowShare], ['runs small', 5, 1, 0.2])
  assert.equal(small?.quotes.length, 4)
  assert.deepEqual(small?.quotes[0], {
    ...{ reviewId: ids[0], rating: 2, submittedAt: start.toISOString(), sentence: 'It runs small, sadly.' },
  })
  assert.equal((await shop.api.put(`/reviews/${ids[0]}`, { status: 'rejected', reason: 'other' })).status, 200)
  const [after] = (await load(shop)).data
  assert.ok(after?.quotes.every(({ reviewId }) => reviewId !== ids[0]))
})

test('at least half of the quotes of a topic are critical if it has enough critical reviews', async () => {
  const repeat = (count: number, rating: number, body: string) =>
    Array.from({ length: count }, (): [number, string] => [rating, body])
  for (const [low, expected] of [
    [1, 1],
    [2, 2],
    [3, 2],
  ] as const) {
    const { shop } = await openShop([...repeat(5, 5, 'Runs small but warm.'), ...repeat(low, 1, 'Runs small, sadly.')])
    const [small] = (await load(shop)).data
    assert.deepEqual([small?.topic, small?.quotes.length], ['runs small', 4])
    assert.equal(small?.quotes.filter(({ rating }) => rating <= 2).length, expected, `${low} critical reviews`)
  }
})

test('the file has one row for each topic, without sentences', async () => {
  const { shop } = await openShop([1, 2, 3].map((rating) => [rating, 'Tight lid']))
  const { status, text } = await shop.api.get('/analytics/topics?format=csv')
  assert.equal(status, 200)
  assert.deepEqual(text.split('\r\n'), [
    'topic,language,reviews,averageRating,low,high,lowShare',
    'tight lid,en,3,2,2,0,0.6667',
    '',
  ])
})

test('topics never quote another store, and the error of an invalid query names the fix', async () => {
  await openShop([1, 2, 3].map((rating) => [rating, 'Tight lid']))
  assert.deepEqual((await load(await service.shop())).data, [])
  const { status } = await (await service.shop()).api.get('/analytics/topics?minReviews=1')
  assert.equal(status, 400)
})
