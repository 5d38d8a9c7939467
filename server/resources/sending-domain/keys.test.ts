import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecrets } from '#platform/process/secrets.ts'
import { keyContext, openKey } from './keys.ts'

test('a key encrypted by one service cannot be opened with another secret', () => {
  const [own, other] = [createSecrets('a'.repeat(32)), createSecrets('b'.repeat(32))]
  const sealed = own.seal('a private key', keyContext('store', 'key'))
  assert.equal(openKey(own, 'store', 'key', sealed), 'a private key')
  assert.equal(openKey(own, 'store', 'key', sealed), 'a private key')
  assert.equal(openKey(other, 'store', 'key', sealed), undefined)
})
