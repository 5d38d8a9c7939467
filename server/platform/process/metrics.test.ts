import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '#test/service.ts'
import { createMetrics } from './metrics.ts'

const known = {
  calls_total: { type: 'counter', help: 'Calls.' },
  call_seconds: { type: 'histogram', help: 'Durations.' },
  waiting: { type: 'gauge', help: 'What waits.' },
} as const

test("counts, durations and gauges appear in Prometheus' format", async () => {
  const metrics = createMetrics(known)
  metrics.count('calls_total', { outcome: 'a "quoted" one\n' })
  metrics.count('calls_total', { outcome: 'b' }, 2)
  metrics.observe('call_seconds', 0.02)
  metrics.observe('call_seconds', 20)
  metrics.gauges(async () => ({ waiting: 3 }))
  const text = await metrics.text()
  assert.match(
    text,
    /# TYPE calls_total counter\ncalls_total\{outcome="a \\"quoted\\" one\\n"\} 1\ncalls_total\{outcome="b"\} 2\n/,
  )
  assert.match(text, /call_seconds_bucket\{le="0.01"\} 0\ncall_seconds_bucket\{le="0.025"\} 1\n/)
  assert.match(text, /call_seconds_bucket\{le="\+Inf"\} 2\ncall_seconds_sum 20.02\ncall_seconds_count 2\n/)
  assert.match(text, /# TYPE waiting gauge\nwaiting 3\n/)
  assert.throws(() => metrics.count('unknown_total'))
})

test('a failing gauge is omitted, and the others are reported', async () => {
  const metrics = createMetrics(known)
  metrics.gauges(() => Promise.reject(new Error('no database')))
  const text = await metrics.text()
  assert.ok(!text.includes('waiting'))
  assert.match(text, /calls_total 0/)
})

test("metrics need this deployment's token, even from this machine", async () => {
  const service = await startService()
  const shop = await service.shop()
  const { secrets } = service.service.services
  const get = (authorization?: string) =>
    service.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) })
  for (const wrong of [undefined, 'Bearer x', `Bearer ${shop.adminKey}`, `Bearer ${secrets.tokenFor('other')}`])
    assert.equal((await get(wrong)).statusCode, 401)
  const answer = await get(`Bearer ${secrets.operatorTokenFor('metrics')}`)
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  for (const name of ['attempts_total', 'attempt_seconds_count', 'backlog', 'oldest_pending_seconds'])
    assert.match(answer.body, new RegExp(`^evident_webhook_${name}[ {]`, 'm'))
  await service.close()
})
