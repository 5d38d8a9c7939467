import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry } from '#platform/values/countries.ts'
import { codes, countries } from './countries.ts'

test('whoever chooses a country is offered each that the service takes, and no other', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const taken = alphabet.flatMap((first) => alphabet.map((second) => first + second)).filter(isCountry)
  assert.deepEqual([...codes].sort(), taken)
  assert.ok(countries.every(([, name]) => name.length > 2))
})
