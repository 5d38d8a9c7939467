import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCatalogue } from './catalogue.ts'

const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
const [terms = '', verbs = ''] = glossary.split('\n## Verbs\n')

/** Cells of a table's rows, without its two header lines. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = '']) => row.split(' | '))

const german = [...readCatalogue('de').values()]

test('the glossary translates each term as the admin application does', () => {
  const rows = [
    ...rowsOf(terms).map(([term = '', , translation]) => [term, translation]),
    ...rowsOf(verbs).map(([verb = '', , translation]) => [verb, translation]),
  ]
  assert.ok(rows.length >= 46)
  for (const [term = '', translation] of rows) {
    const used = german.flatMap((area) => [area[term], area[`${term}s`]].filter((text) => text !== undefined))
    assert.ok(used.length > 0, `no text of the admin application is “${term}”`)
    const matches = used.some((text) => text === translation || (translation && text.startsWith(translation.slice(0, -1))))
    assert.ok(matches, `${term}: the glossary has “${translation}”, the admin application “${used.join('”, “')}”`)
  }
})
