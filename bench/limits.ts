// Measures one rate-limit decision beside the least possible work: in memory an empty function, in Redis a plain PING by
// the same client library and server. Both alternate in one run.
// Run: [TEST_REDIS_SERVER=/path/redis-server] node bench/limits.ts

import { Redis } from 'ioredis'
import { createLimiter } from '#platform/limits/create-limiter.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { createMemoryLimiter } from '#platform/limits/memory.ts'
import { startRedisServer } from '#platform/limits/redis-server.testing.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

const windows = parseRateLimits('10/1s,50/10s,200/60s')
const rounds = 7

memory()
if (process.env.TEST_REDIS_SERVER) await shared(process.env.TEST_REDIS_SERVER)
else console.log('Redis: NOT RUN, set TEST_REDIS_SERVER to a redis-server binary')

function memory(): void {
  const calls = 400_000
  const callers = Array.from({ length: 1000 }, (_, caller) => `key:0199d2f0-0000-7000-8000-${caller}`)
  const limiter = createMemoryLimiter()
  const empty = (_caller: string, _windows: typeof windows, _nowMs: number): unknown => windows
  let kept: unknown
  let nowMs = 0
  const tick = () => {
    nowMs += 0.3
    return nowMs
  }

  // Each of a thousand callers makes 3.3 calls a second. At this highest steady rate allowed, each caller's log of calls is full.
  const steady = (ask: typeof empty) => () => {
    for (let call = 0; call < calls; call++) kept = ask(callers[call % 1000] ?? '', windows, tick())
  }
  const refused = () => {
    for (let call = 0; call < calls; call++) kept = limiter.take('key:busy', windows, nowMs)
  }
  const strangers = () => {
    for (let call = 0; call < calls; call++) kept = limiter.take(`address:${nowMs}`, windows, tick())
  }
  const subjects = { 'empty function': steady(empty), 'memory, steady': steady(limiter.take), refused, strangers }
  const costs = Object.entries(subjects).map(([name, run]) => ({ name, run, us: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const { run, us } of costs) {
      const startedAt = performance.now()
      run()
      us.push(((performance.now() - startedAt) * 1000) / calls)
    }
  }
  const floor = median(costs[0]?.us ?? [])
  for (const { name, us } of costs) print(name, { wall: median(us) }, { wall: floor })
  if (kept === undefined) throw new Error('nothing was measured')
}

async function shared(binary: string): Promise<void> {
  const server = await startRedisServer(binary)
  const redis = new Redis(server.url)
  const silent = { info() {}, warn: (_: object, message: string) => console.log(message) }
  const limiter = createLimiter({ redisUrl: server.url, now: Date.now, log: silent })
  let asked = 0
  // There are so many callers that nearly every call is allowed. An allowed call costs more than a refused one, because it writes.
  const nextCaller = () => {
    asked++
    return `key:0199d2f0-0000-7000-8000-${asked % 20_000}`
  }
  const ping = { name: 'PING', run: () => redis.ping(), costs: [] as Cost[] }
  const take = { name: 'Redis take', run: () => limiter.take(nextCaller(), windows), costs: [] as Cost[] }
  for (let round = 0; round < rounds; round++) {
    for (const subject of [ping, take]) subject.costs.push(await cost(subject.run))
  }
  const of = (costs: Cost[]) => ({
    wall: median(costs.map(({ wall }) => wall)),
    cpu: median(costs.map(({ cpu }) => cpu)),
  })
  for (const { name, costs } of [ping, take]) print(name, of(costs), of(ping.costs))
  redis.disconnect()
  limiter.close()
  await server.remove()
}

type Cost = { wall: number; cpu: number }

// Makes 32 calls at a time, like parallel requests. `cpu` is the time of this process only, without Redis.
async function cost(run: () => ReturnType<Limiter['take']> | Promise<unknown>): Promise<Cost> {
  const calls = 40_000
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const worker = async () => {
    for (let call = 0; call < calls / 32; call++) await run()
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  const { user, system } = process.cpuUsage(cpu)
  return { wall: ((performance.now() - startedAt) * 1000) / calls, cpu: (user + system) / calls }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function print(name: string, own: { wall: number; cpu?: number }, floor: { wall: number; cpu?: number }): void {
  const side = (label: string, us = 0, of = 1) =>
    `${us.toFixed(3).padStart(9)} µs ${label} (${(us / of).toFixed(2)} × floor)`
  const cpu = own.cpu === undefined ? '' : side('CPU', own.cpu, floor.cpu)
  console.log(`${name.padEnd(16)}${side('wall', own.wall, floor.wall)}${cpu}`)
}
