import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { AppError } from '../values/errors.ts'
import { Id, Instant, Nullable, OneOf } from '../values/wire.ts'
import { operation } from './operation.ts'
import { compileValidator } from './validate.ts'

const fields = {
  name: [Type.String({ minLength: 1 }), '', 'must not be empty'],
  code: [Type.String({ minLength: 3 }), 'ab', 'must have at least 3 characters'],
  single: [Type.String({ maxLength: 1 }), 'ab', 'must have at most 1 character'],
  words: [Type.String({ maxLength: 2 }), 'abc', 'must have at most 2 characters'],
  rows: [Type.Array(Type.Integer(), { minItems: 1 }), [], 'must not be empty'],
  ids: [Type.Array(Type.Integer(), { maxItems: 2 }), [1, 2, 3], 'must have at most 2 items'],
  rating: [Type.Integer({ maximum: 5 }), 9, 'must be at most 5'],
  days: [Type.Integer({ minimum: 1 }), 0, 'must be at least 1'],
  count: [Type.Integer(), 'x', 'must be a whole number'],
  enabled: [Type.Boolean(), 'x', 'must be true or false'],
  title: [Nullable(Type.String()), 7, 'must be text or null'],
  status: [OneOf(['approved', 'spam']), 'x', 'must be one of approved, spam'],
  id: [Id, 'x', 'is not a UUID such as 019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'],
  at: [Instant, 'x', 'is not an ISO 8601 instant such as 2026-11-21T09:00:00Z'],
} as const

const op = operation({
  id: 'tests.check',
  http: 'POST /tests',
  tenancy: 'public',
  doc: { summary: 'A field of each kind.' },
  input: {
    body: Type.Object({
      ...Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, Type.Optional(schema)])),
      missing: Type.Integer(),
    }),
  },
  run: () => undefined,
})

test('each kind of mistake is reported at its field, with a message that fits a form', () => {
  const wrong = Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]))
  assert.throws(
    () => compileValidator(op.input, { isLenient: true })({ params: {}, query: {}, body: () => wrong }),
    ({ details = [] }: AppError) => {
      const messages = Object.fromEntries(details.map(({ path, message }) => [path.slice(1), message]))
      const expected = Object.entries(fields).map(([name, [, , message]]) => [name, message])
      assert.deepEqual(messages, { ...Object.fromEntries(expected), missing: 'is required' })
      return true
    },
  )
})
