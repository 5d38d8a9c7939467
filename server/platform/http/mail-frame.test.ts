import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { mailFrameRoute } from './mail-frame.ts'

test('the mail frame is empty and allows styles and images, but no script, form, frame or other site', async () => {
  const app = Fastify()
  mailFrameRoute(app, '/admin/mail-frame')
  const { statusCode, headers, body } = await app.inject({ url: '/admin/mail-frame' })
  await app.close()
  assert.equal(statusCode, 200)
  assert.match(body, /<body><\/body>/)
  const policy = String(headers['content-security-policy'])
  for (const part of [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ])
    assert.ok(policy.split('; ').includes(part), part)
  assert.doesNotMatch(policy, /script-src|allow-scripts|allow-forms|allow-top-navigation|connect-src|frame-src/)
  assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
})
