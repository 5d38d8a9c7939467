import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listValues, markOptional } from './field-html.ts'

const row = (type: string, meaning: string) =>
  `<tr><td data-label="Parameter"><code>sort</code></td><td data-label="Type">${type}</td><td data-label="Meaning">${meaning}</td></tr>`
const two = '<code>title</code>, <code>rating</code>'

test('accepted values are a list, each with the sentences about it', () => {
  const html = listValues(row(two, 'Sort order. <code>title</code> ignores case. Newest first.'))
  assert.equal(
    html,
    row(
      'string',
      'Sort order. Newest first.<ul class="values"><li><code>title</code> ignores case.</li><li><code>rating</code></li></ul>',
    ),
  )
})

test('values without explanations share a line', () => {
  assert.match(listValues(row(two, 'Sort order.')), /<ul class="values in-line"><li><code>title<\/code><\/li><li>/)
})

test('a list, a bound and null stay part of the type', () => {
  assert.match(
    listValues(row(`list of ${two}, up to 50`, 'Filter.')),
    /<td data-label="Type">list of strings, up to 50</,
  )
  assert.match(listValues(row(`${two}, null`, 'State.')), /<td data-label="Type">string or null</)
  assert.match(listValues(row('<code>1</code>, <code>2</code>', 'Stars.')), /<td data-label="Type">whole number</)
})

test('sentences about several values, and sentences that a later one refers to, stay together', () => {
  for (const meaning of [
    'Role. <code>title</code> is one, <code>rating</code> the other.',
    '<code>title</code> and <code>other</code> are slow.',
    'Order. <code>title</code> ignores case. Both have limits.',
  ])
    assert.ok(listValues(row(two, meaning)).includes(`${meaning}<ul`), meaning)
})

test('only fields that a request may lack are optional', () => {
  assert.match(markOptional(row('string', 'Filter.')), /string <span class="optional">optional<\/span><\/td>/)
  for (const meaning of ['Required. Name.', 'In the path. Id.'])
    assert.doesNotMatch(markOptional(row('string', meaning)), /optional/)
})
