import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { anyText } from '#test/any-text.ts'
import { toYaml } from './yaml.ts'

const versions = ['1.1', '1.2'] as const

function assertReadAsIs(value: unknown): void {
  for (const version of versions)
    assert.deepEqual(parse(toYaml(value), { version }), value, `${version}: ${JSON.stringify(value)}`)
}

test('values are written as documented and read back unchanged', () => {
  const document = {
    openapi: '3.1.0',
    tags: [{ name: 'reviews', description: 'Two lines:\nof text.' }, 'no', []],
    paths: { '/reviews/{id}': { get: { responses: { 200: {}, default: { required: true, max: 1.5 } } } } },
  }
  assert.equal(
    toYaml(document),
    `openapi: "3.1.0"
tags:
  - name: reviews
    description: |-
      Two lines:
      of text.
  - "no"
  - []
paths:
  /reviews/{id}:
    get:
      responses:
        "200": {}
        default:
          required: true
          max: 1.5
`,
  )
  assertReadAsIs(document)
})

test('words that some YAML parsers read as other types stay text', () => {
  const words = [
    '',
    ' ',
    'yes',
    'No',
    'on',
    'OFF',
    'y',
    'null',
    '~',
    'true',
    '.nan',
    '1e3',
    '0x1f',
    '0o7',
    '012',
    '1_000',
  ]
  const marks = [
    '2026-10-10',
    '12:30:45',
    '- a',
    '? a',
    'a: b',
    'a #b',
    '#a',
    '&a',
    '*a',
    '!a',
    '%a',
    '@a',
    '`a',
    '---',
    '...',
    '<<',
    '=',
  ]
  for (const each of [...words, ...marks]) {
    assertReadAsIs(each)
    assertReadAsIs({ [each]: each, list: [each, { [each]: [each] }] })
  }
})

test('text with line breaks, blanks or invisible characters stays text', () => {
  const texts = [
    '\n',
    'a\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a\n b\n',
    'a\n\n\n  b',
    'a\r\nb',
    'a\tb\n\tc',
    'a \nb',
    'a\n ',
    '\ta\nb',
  ]
  const characters = [
    '\0',
    '\x7f',
    '\x85',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u202e',
    '🙂\n🙂',
    'ä\nß',
    '\ud800',
    '\uffff\n',
  ]
  for (const each of [...texts, ...characters]) {
    assertReadAsIs(each)
    assertReadAsIs({ [each]: each, list: [each, [each]] })
  }
})

test('any value survives a round trip', () => {
  const text = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...'a \n\t:#-{}[]"\'|>~0.') }))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => number + 0),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, (each) => assertReadAsIs(each)),
    { numRuns: 500 },
  )
})
