import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, buildUri, computeCode, computeStep, matchingStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238 and RFC 4226', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    assert.equal(computeCode(secret, computeStep(seconds * 1000)), code)
  for (const [count, code] of ['755224', '287082', '359152', '969429', '338314'].entries())
    assert.equal(computeCode(secret, count), code)
})

test('a code is valid in its own, the previous and the next half minute', () => {
  const at = 1111111111_000
  const steps = [-3, -2, -1, 0, 1, 2, 3].map((by) =>
    matchingStep(secret, computeCode(secret, computeStep(at) + by), at),
  )
  const now = computeStep(at)
  assert.deepEqual(steps, [undefined, undefined, now - 1, now, now + 1, undefined, undefined])
  for (const wrong of ['', '0', '05047', '0504711', ' 050471', '٠٥٠٤٧١', 'NaN'])
    assert.equal(matchingStep(secret, wrong, at), undefined)
})

test('a secret is encoded as RFC 4648 specifies', () => {
  for (const [text, spelled] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    assert.equal(base32(Buffer.from(text)), spelled)
  assert.match(
    buildUri(secret, 'a+b@c.example'),
    /^otpauth:\/\/totp\/Evident:a%2Bb%40c\.example\?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Evident&/,
  )
})
