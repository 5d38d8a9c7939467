import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkTextsIn } from '#platform/pages/link-texts.ts'
import { noValues, problemsOf, sentenceOf, type Values } from '#widgets/review-form/model.ts'
import { languageOf, languages, textsIn } from '#widgets/review-form/texts/texts.ts'
import { confirmationTextsIn } from '../../reviews/submissions/confirmation-texts.ts'
import { pageTextsIn } from './page-texts.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const sentencesOf = (texts: object) =>
  new Map(
    Object.entries(texts).flatMap(([name, value]): [string, string][] =>
      Array.isArray(value) ? value.map((each, i) => [`${name}/${i}`, String(each)]) : [[name, String(value)]],
    ),
  )

test('every language is complete, translated, and has the same placeholders', async () => {
  assert.deepEqual([...languages].sort(), ['ar', 'de', 'en', 'es', 'fr', 'he', 'it', 'nl', 'pl', 'pt'])
  const kinds = [
    async (language: string) => textsIn(language),
    async (l: string) => pageTextsIn(l),
    async (l: string) => confirmationTextsIn(l),
    async (l: string) => linkTextsIn(l),
  ]
  for (const textsOf of kinds) {
    const english = sentencesOf(await textsOf('en'))
    for (const language of languages) {
      const sentences = sentencesOf(await textsOf(language))
      assert.deepEqual([...sentences.keys()].sort(), [...english.keys()].sort(), language)
      for (const [name, text] of sentences) {
        assert.ok(text.trim().length > 0, `${language} ${name}`)
        assert.deepEqual(placesIn(text), placesIn(english.get(name) ?? ''), `${language} ${name}`)
      }
      const same = [...sentences].filter(([name, text]) => text === english.get(name) && text.length > 12)
      assert.ok(language === 'en' || same.length === 0, `${language} ${same.join()}`)
    }
  }
})

test('the language is the first supported wish in any spelling, otherwise English', () => {
  for (const [wishes, language] of [
    [['de-AT'], 'de'],
    [['PT_br'], 'pt'],
    [['tlh', 'xx,pl;q=0.8,de'], 'pl'],
    [['iw-IL'], 'he'],
    [[null, undefined, ''], 'en'],
    [['english', '*'], 'en'],
    [['zh-Hant', 'ar-EG'], 'ar'],
  ] as const)
    assert.equal(languageOf(...wishes), language, String(wishes))
})

test('texts are counted in characters without outer spaces, and errors name both numbers', async () => {
  const good: Values = { ...noValues, rating: 3, body: 'x', authorName: 'Jane', consent: true }
  const judge = (more: Partial<Values>) => problemsOf({ ...good, ...more }, { needsEmail: false })
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
  assert.deepEqual(problemsOf({ ...good, authorEmail: 'jane' }, { needsEmail: true }), { authorEmail: 'emailWrong' })
  const sentence = sentenceOf('bodyLong', await textsIn('de'), { ...good, body: 'x'.repeat(5001) })
  assert.equal(sentence, 'Der Text hat 5001 Zeichen; 5000 passen hinein. Bitte kürze ihn.')
})
