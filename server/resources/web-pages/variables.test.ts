import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { readVariables, variables } from './variables.ts'

const only = (name: string, value: string) => readVariables({ [name]: value })[name]

test('colours, lengths and fonts are accepted as written', () => {
  for (const value of [
    '#abc',
    '#AABBCC',
    '#aabbcc80',
    'olive',
    'Transparent',
    'rgb(1 2 3)',
    'rgb(1, 2, 3)',
    'rgba(1,2,3,.5)',
    'rgb(1 2 3 / 50%)',
    'hsl(120deg 50% 25%)',
    'oklch(0.7 0.1 150)',
    'lab(50% none 20)',
  ])
    assert.equal(only('--evident-accent', value), value)
  for (const value of ['0', '10px', '.5rem', '1.25em', '12.5%', '-2px', '2cqi'])
    assert.equal(only('--evident-radius', value), value)
  for (const value of [
    'Georgia',
    'Georgia, serif',
    "'Times New Roman', Times, serif",
    '"Noto Sans", system-ui, -apple-system',
    'Source Sans Pro',
    'Гарнитура',
    "'Öhr 2.0'",
  ])
    assert.equal(only('--evident-font', value), value)
  assert.equal(only('--evident-accent', '  #abc '), '#abc')
})

const attacks = [
  '',
  'url(https://evil.example/x)',
  'expression(alert(1))',
  'red;background:url(x)',
  'red}body{display:none',
  '</style><script>alert(1)</script>',
  'var(--x)',
  'calc(1px + 1px)',
  'env(x)',
  'attr(href)',
  'image-set("x" 1x)',
  'red/**/',
  'red !important',
  '\\75rl(x)',
  'rgb(1 2 3',
  'rgb(1 2 3);',
  'rgb(url(x) 2 3)',
  '#ggg',
  '#12345',
  'redd',
  '10',
  '10px 20px',
  '1e3px',
  '@import "x"',
  "'a",
  "'a' 'b'",
  "a', 'b",
  'a\nb',
  'a\u0000b',
  "'</style>'",
  "'a\\'b'",
  '{}',
  'x:y',
  'a,,b',
  ',',
]

test('other values and unknown variable names are refused', () => {
  for (const name of Object.keys(variables))
    for (const value of attacks) {
      const isWord = variables[name] === 'font' && /^[a-z]+$/.test(value)
      if (!isWord) assert.throws(() => readVariables({ [name]: value }), { status: 400 }, `${name}: ${value}`)
    }
  for (const name of ['--evident-x', '--accent', 'color', '__proto__', 'constructor', '--evident-accent;', ''])
    assert.throws(
      () => readVariables(JSON.parse(JSON.stringify({ [name]: 'red' }).replace('"":', '"":'))),
      { status: 400 },
      name,
    )
})

test('an accepted value can end neither its declaration nor the style sheet', () => {
  const pieces = fc.constantFrom(
    'url(',
    ')',
    ';',
    '}',
    '{',
    '"',
    "'",
    '\\',
    '/*',
    '*/',
    '<',
    'red',
    '#abc',
    ',',
    ' ',
    '1px',
    '@',
    '\n',
    '(',
    'é',
  )
  const value = fc.oneof(
    anyText(),
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(variables)), value, (name, text) => {
      let taken: string | undefined
      try {
        taken = only(name, text)
      } catch {
        return
      }
      assert.doesNotMatch(taken ?? '', /[;{}<>\\@!]|\/\*|url|[\p{Cc}]/u)
      const quotes = [...(taken ?? '').matchAll(/["']/g)].length
      assert.equal(quotes % 2, 0)
    }),
    { numRuns: 500 },
  )
})
