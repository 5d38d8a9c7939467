import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { nameVariables, parseParts, readFirstBranches } from './chips.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '{{ store.name }}',
    '{{',
    '}}',
    '{% if customer.firstName %}',
    '{% else %}',
    '{% endif %}',
    '{%',
    '%}',
    '{{-x|y}}',
    '\n',
  ),
  fc.string({ maxLength: 6 }),
)

test('joining the parts of any text returns the text', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const source = pieces.join('')
      assert.equal(
        parseParts(source)
          .map((part) => part.source)
          .join(''),
        source,
      )
    }),
  )
})

test('no built-in text shows Liquid outside a chip, and every chip has a plain name', () => {
  const folder = new URL('../../../locales/', import.meta.url)
  for (const language of readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name))) {
    const { templates } = JSON.parse(readFileSync(new URL(`${language}/mails.json`, folder), 'utf8'))
    for (const [name, texts] of Object.entries<Record<string, string>>(templates))
      for (const text of Object.values(texts))
        for (const { source, label } of parseParts(text)) {
          if (label === undefined) assert.doesNotMatch(source, /\{[{%]|[%}]\}/, `${language} ${name}`)
          else assert.doesNotMatch(label, /[.[\]_{}%]|^Code$/, `${language} ${name}: ${source}`)
        }
  }
})

test('the tags of a condition share a group', () => {
  const parts = parseParts('{% if a %}1{% if b %}2{% endif %}{% else %}3{% endif %}')
  assert.deepEqual(
    parts.map(({ group }) => group),
    [1, undefined, 2, undefined, 2, 1, undefined, 1],
  )
})

test('a list shows the names of values instead of Liquid', () => {
  assert.equal(nameVariables('How to look after your {{ products[0].title }}'), 'How to look after your [Product name]')
  assert.equal(nameVariables('Thank you'), 'Thank you')
})

test('a subject is shown with the first branch of each condition', () => {
  for (const [source, shown] of [
    [
      '{% if products.size == 1 %}How is {{ products[0].title }}?{% else %}How is it?{% endif %}',
      'How is {{ products[0].title }}?',
    ],
    ['{%- unless a -%}A{%- elsif b -%}B{%- else -%}C{%- endunless -%} at {{ store.name }}', 'A at {{ store.name }}'],
    ['{% if a %}One{% endif %} and {% if b %}two{% else %}three{% endif %}', 'One and two'],
    ['Thank you', 'Thank you'],
  ] as const)
    assert.equal(readFirstBranches(source), shown)
})
