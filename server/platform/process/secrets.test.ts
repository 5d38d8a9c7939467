import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('k'.repeat(32))
const secret = 'whsec_5f1d…é'

test('an encrypted value can be decrypted only in its context and with its key', () => {
  const sealed = secrets.seal(secret, 'store/endpoint')
  assert.equal(secrets.open(sealed, 'store/endpoint'), secret)
  assert.throws(() => secrets.open(sealed, 'store/other'))
  assert.throws(() => createSecrets('x'.repeat(32)).open(sealed, 'store/endpoint'))
})

test('encrypting twice gives different bytes, which reveal nothing', () => {
  const [one, two] = [secrets.seal(secret, 'a'), secrets.seal(secret, 'a')]
  assert.notDeepEqual(one, two)
  assert.ok(!one.includes(secret.slice(0, 8)))
})

test('one changed bit anywhere is detected', () => {
  const sealed = secrets.seal(secret, 'a')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => secrets.open(changed, 'a'), `byte ${at}`)
  }
  assert.throws(() => secrets.open(sealed.subarray(0, 20), 'a'))
})

test('a token is constant for its purpose and reveals no other token', () => {
  assert.equal(secrets.tokenFor('metrics'), createSecrets('k'.repeat(32)).tokenFor('metrics'))
  assert.notEqual(secrets.tokenFor('metrics'), secrets.tokenFor('other'))
})
