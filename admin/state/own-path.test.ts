import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ownPath as serverPath } from '#platform/values/own-path.ts'
import { ownPath } from './own-path.ts'

const origin = 'https://reviews.example.com'

test('a path of this origin is followed unchanged', () => {
  for (const path of [
    '/admin/stores/1?q=a#b',
    '/oauth/authorize?client_id=1&state=%2F%2Fx',
    '/api/v1/x/callback?a=1',
    '/admin?next=//x',
  ])
    assert.equal(ownPath(path, origin), path)
})

test('a path that a browser would follow to another origin is refused', () => {
  const controls = ['\t', '\n', '\r', '\\', '/', '\t/', '\\\t', '/\n/', './/', './/\t', '..//', '%2e//', '\u0000/']
  for (const between of controls)
    for (const host of ['evil.example', '@evil.example', 'evil.example:443/admin']) {
      const path = ownPath(`/${between}${host}`, origin)
      assert.ok(path === undefined || new URL(path, origin).origin === origin, JSON.stringify([between, host, path]))
    }
  for (const address of [
    '/\t/evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/admin/..//evil.example',
    '/admin/%2e%2E//evil.example',
    '/admin//evil.example',
    '/admin?q=\\',
    '/admin?q=\n',
    '/admin#\u0085',
  ])
    assert.equal(ownPath(address, origin), undefined, JSON.stringify(address))
  for (const address of ['https://evil.example/', 'javascript:alert(1)', ' //evil.example', '', undefined, ['/admin']])
    assert.equal(ownPath(address, origin), undefined, String(address))
})

test('every accepted path stays on its origin and is accepted again unchanged', () => {
  const piece = fc.constantFrom(
    ...('/\\\t\n\r .@:?#%2f%5c%09evil.example'.match(/%..|./gs) ?? []),
    '//',
    'evil.example',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = ownPath(`/${pieces.join('')}`, origin)
      assert.equal(serverPath(`/${pieces.join('')}`, origin), path)
      if (path === undefined) return
      assert.equal(new URL(path, origin).origin, origin)
      assert.equal(ownPath(path, origin), path)
    }),
    { numRuns: 2_000 },
  )
})
