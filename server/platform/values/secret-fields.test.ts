import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { listSecretPaths, removeSecrets } from './secret-fields.ts'
import { Nullable, secretField } from './wire.ts'

type Shown = { schema: TSchema; value: unknown }

const marker = 'whsec_'
const leaf = fc.oneof(
  fc.constant<Shown>({ schema: Type.String(), value: 'plain' }),
  fc.constant<Shown>({ schema: secretField(Type.String()), value: `${marker}text` }),
  fc.constant<Shown>({ schema: Nullable(secretField(Type.String())), value: null }),
  fc.constant<Shown>({ schema: secretField(Type.Array(Type.String())), value: [`${marker}a`, `${marker}b`] }),
)

const shape = fc.letrec<{ object: Shown; field: Shown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'id'), tie('field'), { maxKeys: 4 }).map((fields) => ({
    schema: Type.Object(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))),
    value: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
  })),
  field: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    tie('object'),
    tie('object').map(({ schema, value }) => ({ schema: Type.Array(schema), value: [value, value] })),
    tie('object').map(({ schema, value }) => ({ schema: Type.Union([schema, Type.Null()]), value })),
  ),
})).object

test('every marked value is removed, and values without secrets stay unchanged', () => {
  fc.assert(
    fc.property(shape, ({ schema, value }) => {
      const left = removeSecrets(value, listSecretPaths(schema))
      const isSecret = JSON.stringify(value).includes(marker)
      assert.equal(left.hadSecret, isSecret)
      assert.ok(!JSON.stringify(left.value).includes(marker))
      if (!isSecret) assert.deepEqual(left.value, value)
    }),
  )
})

test('fields beside a secret stay', () => {
  const schema = Type.Object({
    id: Type.String(),
    form: Type.Object({ url: Type.String(), secret: Type.Optional(secretField(Type.String())) }),
  })
  const value = { id: '1', form: { url: 'https://shop.example', secret: 'x' } }
  assert.deepEqual(removeSecrets(value, listSecretPaths(schema)), {
    value: { id: '1', form: { url: 'https://shop.example' } },
    hadSecret: true,
  })
})
