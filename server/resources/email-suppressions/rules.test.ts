import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { isAddress, normaliseAddress, skipFor } from './rules.ts'

test('spellings of one address with other letter case or encoding normalise to the same address', () => {
  const same = [
    ' Jane.Doe@Bücher.Example ',
    'jane.doe@BÜCHER.example',
    'jane.doe@xn--bcher-kva.example',
    'jane.doe@bu\u0308cher.example',
  ]
  assert.deepEqual([...new Set(same.map(normaliseAddress))], ['jane.doe@xn--bcher-kva.example'])
})

test('addresses that may belong to two people remain different', () => {
  const different = [
    'janedoe@x.example',
    'jane.doe@x.example',
    'jane+a@x.example',
    'jane@x.example',
    'jane@y.example',
    'jané@x.example',
  ]
  assert.equal(new Set(different.map(normaliseAddress)).size, different.length)
})

test('normalising twice equals normalising once, for any input', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.emailAddress()), (text) => {
      assert.equal(normaliseAddress(normaliseAddress(text)), normaliseAddress(text))
    }),
  )
})

test('only deliverable forms are accepted as addresses', () => {
  for (const good of [
    'a@b.co',
    "o'neil+x_y-z@sub.example.com",
    '用户@例え.jp',
    `${'a'.repeat(64)}@x.example`,
    'a@xn--bcher-kva.example',
  ])
    assert.ok(isAddress(normaliseAddress(good)), good)
  const bad = [
    '',
    'a',
    '@',
    'a@',
    '@b.co',
    'a@b',
    'a@b@c.co',
    'a b@c.co',
    'a@b..co',
    'a@-b.co',
    'a@b.c',
    '<a@b.co>',
    'a,b@c.co',
    'a@b.co,c@d.co',
    'a\n@b.co',
    'a\u0000@b.co',
    `${'a'.repeat(65)}@x.example`,
    `a@${'b'.repeat(64)}.co`,
    `a@${'b.'.repeat(126)}co`,
    'a@b.co\r\nbcc: x@y.z',
    'a@[127.0.0.1]',
  ]
  for (const each of bad) assert.ok(!isAddress(normaliseAddress(each)), JSON.stringify(each))
})

test('an address is reported as `unsubscribed` only if it has no other reason', () => {
  assert.equal(skipFor(['unsubscribe']), 'customer_unsubscribed')
  assert.equal(skipFor(['unsubscribe', 'unsubscribe']), 'customer_unsubscribed')
  for (const graver of ['hard_bounce', 'soft_bounce', 'complaint', 'manual', 'import', 'invalid'] as const)
    assert.equal(skipFor(['unsubscribe', graver]), 'customer_suppressed')
})
