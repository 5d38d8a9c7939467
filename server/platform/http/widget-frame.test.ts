import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { widgetFrameRoute } from './widget-frame.ts'

test('the originless widget frame allows our scripts and pictures, but no requests or forms', async () => {
  const app = Fastify()
  widgetFrameRoute(app, '/admin/widget-frame')
  const { statusCode, headers } = await app.inject({ url: '/admin/widget-frame' })
  await app.close()
  assert.equal(statusCode, 200)
  const policy = String(headers['content-security-policy'])
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ])
    assert.ok(policy.split('; ').includes(part), part)
  assert.doesNotMatch(policy, /allow-same-origin|allow-forms|allow-popups|allow-top-navigation|connect-src|unsafe/)
  assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
  assert.equal(headers['x-content-type-options'], 'nosniff')
})
