import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../values/errors.ts'
import { parseJson } from './json.ts'

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string))
const refusal = { name: 'AppError', status: 400, code: 'validation_failed' }

test('any JSON content survives a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      if (/\\u0000|\\u[dD][89a-fA-F]|"__proto__"/.test(text)) return
      assert.deepEqual(parse(text), JSON.parse(text))
    }),
  )
})

test('any bytes result in a value or a 400', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        parseJson(Buffer.from(bytes))
      } catch (error) {
        assert.ok(error instanceof AppError && error.status === 400)
      }
    }),
  )
})

test('broken UTF-8, deep nesting, NUL, lone surrogates and __proto__ are refused with a 400', () => {
  assert.throws(() => parse(Buffer.from([0x22, 0xff, 0x22])), refusal)
  assert.throws(() => parse('['.repeat(10_000) + ']'.repeat(10_000)), { ...refusal, message: /nested too deeply/ })
  assert.throws(() => parse('{"a":["\\u0000"]}'), { ...refusal, message: /\/a\/0 contains a NUL/ })
  assert.throws(() => parse('{"a":"\\ud800"}'), { ...refusal, message: /not valid Unicode/ })
  assert.throws(() => parse('{"__proto__":{"x":1}}'), refusal)
  assert.throws(() => parse('{"a":'), { ...refusal, message: /not valid JSON/ })
})

test('brackets inside strings are not nesting, and a surrogate pair is one character', () => {
  assert.deepEqual(parse(JSON.stringify(`${'['.repeat(500)}\\"`)), `${'['.repeat(500)}\\"`)
  assert.equal(parse('"\\ud83d\\ude00"'), '😀')
})
