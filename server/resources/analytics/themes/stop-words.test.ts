import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as stopword from 'stopword'
import { opinionWords } from './opinion-words.ts'
import { loadStopWords } from './stop-words.ts'

test('praise and criticism are not stop words in any language', async () => {
  const lists = await loadStopWords()
  for (const [language, words] of Object.entries(opinionWords))
    assert.deepEqual(
      words.filter((word) => lists(language).has(word)),
      [],
      language,
    )
})

test('every opinion word is a stop word of the package', () => {
  const packaged = new Set(
    Object.values(stopword as Record<string, unknown>)
      .filter(Array.isArray)
      .flat(),
  )
  assert.deepEqual(
    Object.values(opinionWords)
      .flat()
      .filter((word) => !packaged.has(word)),
    [],
  )
})

test('words without an opinion stay stop words', async () => {
  const lists = await loadStopWords()
  assert.ok(['und', 'der', 'ist'].every((word) => lists('de').has(word)))
  assert.ok(['och', 'det'].every((word) => lists('sv').has(word)))
})
