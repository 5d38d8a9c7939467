// Measures how much an excessive merchant template affects other stores: processor time of the main thread, its longest block,
// and the time of another store's page of reviews. Run: node bench/templates.ts
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startTestCluster } from '#test/cluster.ts'
import { startService } from '#test/service.ts'
import { median } from './support/bench-service.ts'

const loop = (inside: string) => `{% for i in (1..90000) %}${inside}{% endfor %}`
const inEachPart = (source: string) => ({ subject: source, preheader: source, heading: source, body: source })
const drafts = {
  honest: {
    subject: 'How is {{ products[0].title }}?',
    body: 'Dear {{ customer.firstName }}, {{ order.placedAt | date }}',
  },
  'numbers in every part': inEachPart(loop('{{ i | number }}')),
  'sorting without end': { body: `{% assign l = (1..90000) %}${loop('{% assign m = l | sort %}')}` },
  'loops in loops': inEachPart(loop(loop(''))),
}

const cluster = await startTestCluster(undefined)
Object.assign(process.env, cluster.environment)
const service = await startService()
try {
  const [one, other] = [await service.shop('One'), await service.shop('Other')]
  const preview = (draft: object) => one.api.post('/email/templates/review_request/preview', { draft })
  await preview(drafts.honest)
  for (const [name, draft] of Object.entries(drafts)) {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const before = process.threadCpuUsage()
    const startedAt = performance.now()
    const { status } = await preview(draft)
    const tookMs = performance.now() - startedAt
    const { user, system } = process.threadCpuUsage(before)
    delay.disable()
    console.log(
      `${name}: ${status} in ${Math.round(tookMs)} ms; main thread ${Math.round((user + system) / 1000)} ms of processor time, blocked for ${Math.round(delay.max / 1e6)} ms`,
    )
  }
  let isUnderAttack = true
  const attack = Promise.all(Array.from({ length: 20 }, () => preview(drafts['numbers in every part']))).finally(
    () => (isUnderAttack = false),
  )
  const latencies: number[] = []
  while (isUnderAttack) {
    const startedAt = performance.now()
    await other.api.get('/reviews')
    latencies.push(performance.now() - startedAt)
  }
  await attack
  console.log(
    `20 such previews at once: ${latencies.length} pages of another store meanwhile, median ${median(latencies).toFixed(1)} ms, longest ${Math.round(Math.max(...latencies))} ms`,
  )
  console.log(`resident memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
} finally {
  await service.close()
  await cluster.stop()
}
