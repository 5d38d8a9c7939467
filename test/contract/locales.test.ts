import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Language, languageOf, languages } from '#locales/languages.ts'

const root = join(import.meta.dirname, '../../locales')

/** Areas that are translated into fewer languages. Readers of the others get English. */
const partial: Readonly<Record<string, readonly Language[]>> = {
  faq: ['en', 'de', 'ar'],
  'program-consent': ['en', 'de', 'ar'],
  'shop-consent': ['en', 'de'],
}

type Text = string | { [key: string]: Text }

const read = (language: string, area: string): Text =>
  JSON.parse(readFileSync(join(root, language, `${area}.json`), 'utf8'))

const areasIn = (language: string): string[] => readdirSync(join(root, language)).map((name) => name.slice(0, -5))

const categories = ['zero', 'one', 'two', 'few', 'many', 'other']
const isPlural = (text: Text): text is Record<string, string> =>
  typeof text === 'object' && 'other' in text && Object.keys(text).every((key) => categories.includes(key))

function textsOf(text: Text, path: string): [path: string, text: string | Record<string, string>][] {
  if (typeof text === 'string' || isPlural(text)) return [[path, text]]
  return Object.entries(text).flatMap(([key, each]) => textsOf(each, `${path}/${key}`))
}

/** Numbers below 200 have every form that a language uses below a million. No page, mail or widget counts higher. */
const formsOf = (language: Language): string[] => {
  const plural = new Intl.PluralRules(language)
  const found = Array.from({ length: 200 }, (_, n) => plural.select(n))
  return [...new Set([...found, 'other'])].sort()
}

/**
 * Finds placeholders `{name}`, links `[words](name)` and mail variables. Customer variables are skipped, because greetings
 * may use either of the customer's names.
 */
const placesIn = (text: string): string[] => text.match(/\{\w+\}|\]\(\w+\)|\{\{ (?!customer\.)[\w.[\]]+/g)?.sort() ?? []

/** Only longer texts must differ, because short words may be the same in two languages. */
const hasWords = (text: string): boolean => text.replaceAll(/\{\{.*?\}\}/g, '').length > 12

test('every area is in every language, and the exceptions are listed', () => {
  assert.deepEqual(
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
    [...languages].sort(),
  )
  const areas = areasIn('en')
  for (const area of Object.keys(partial)) assert.ok(areas.includes(area), area)
  for (const language of languages) {
    const own = areas.filter((area) => (partial[area] ?? languages).includes(language))
    assert.deepEqual(areasIn(language).sort(), own.sort(), language)
  }
})

test('every language is complete and translated, and has the same placeholders', () => {
  for (const area of areasIn('en')) {
    const english = new Map(textsOf(read('en', area), area))
    for (const language of partial[area] ?? languages) {
      const texts = textsOf(read(language, area), area)
      assert.deepEqual(texts.map(([path]) => path).sort(), [...english.keys()].sort(), language)
      for (const [path, text] of texts) {
        const original = english.get(path) ?? ''
        const place = `${language} ${path}`
        assert.equal(typeof text, typeof original, place)
        const last = typeof text === 'string' ? text : (text.other ?? '')
        const lastOriginal = typeof original === 'string' ? original : (original.other ?? '')
        assert.ok(last.trim().length > 0, place)
        assert.deepEqual(placesIn(last), placesIn(lastOriginal), place)
        if (language !== 'en' && hasWords(last)) assert.notEqual(last, lastOriginal, place)
      }
    }
  }
})

test('every plural has the forms of its language', () => {
  for (const language of languages) {
    for (const [path, text] of areasIn(language).flatMap((area) => textsOf(read(language, area), area))) {
      if (typeof text === 'string') continue
      assert.deepEqual(Object.keys(text).sort(), formsOf(language), `${language} ${path}`)
      // The form for one or two may write the number as a word, so it may lack the placeholder.
      for (const form of Object.values(text))
        for (const place of placesIn(form)) assert.ok(text.other?.includes(place), `${language} ${path}: ${form}`)
    }
  }
})

test('the language is the first supported one that the reader prefers, otherwise English', () => {
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
