import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry } from '#platform/values/countries.ts'
import { codes, countries } from './countries.ts'

test('the country list equals the countries that the service accepts', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const taken = alphabet.flatMap((first) => alphabet.map((second) => first + second)).filter(isCountry)
  assert.deepEqual([...codes].sort(), taken)
  assert.ok(countries.every(([, name]) => name.length > 2))
})
