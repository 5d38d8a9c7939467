// Measures cached responses. One floor is a plain Fastify handler that sends the same bytes at the same URL. The other also
// sends the same header fields. All are alternated.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { load, median } from './bench-service.ts'
import type { Load } from './load.ts'
import type { FixedAnswer } from './plain-server.ts'

const ms = 2_000
export const connections = 16

export type Server = { origin: string; child: ChildProcess }
export type Servers = Record<'plain' | 'full' | 'service', Server>
type Subject = { what: string; server: Server; request: Load; rates: number[]; p50: number[]; cpuUs: number[] }
type Kept = { what: string; path: string; page: Record<string, string>; rounds: number }

export async function keptAgainstPlain(
  { plain, full, service }: Servers,
  { what, path, page, rounds }: Kept,
): Promise<void> {
  const first = await settled(service.origin + path, page)
  const body = await first.text()
  plain.child.send({ body, headers: {} } satisfies FixedAnswer)
  full.child.send({ body, headers: pickOwnHeaders(first) } satisfies FixedAnswer)
  const subject = (named: string, server: Server, headers: Record<string, string>, status = 200): Subject => {
    const request = { connections, ms, origin: server.origin, paths: [path], headers: [headers], status }
    return { what: named, server, request, rates: [], p50: [], cpuUs: [] }
  }
  const subjects = [
    subject('plain Fastify', plain, page),
    subject('plain Fastify, with our headers', full, page),
    subject(`${what}, cached, ${(body.length / 1024).toFixed(1)} kB`, service, page),
    subject(`${what}, kept, gzip`, service, { ...page, 'accept-encoding': 'gzip' }),
    subject(`${what}, unchanged (304)`, service, { ...page, 'if-none-match': first.headers.get('etag') ?? '' }, 304),
  ]
  for (let round = -1; round < rounds; round++) {
    for (const each of round % 2 === 0 ? subjects : subjects.toReversed()) await measure(each, round < 0)
  }
  const [floor, fullFloor] = subjects as [Subject, Subject]
  const ratio = (ours: number[], theirs: number[]) =>
    median(ours.map((value, i) => value / (theirs[i] ?? 1))).toFixed(2)
  console.table(
    subjects.map(({ what, rates, p50, cpuUs }) => ({
      what,
      'req/s': Math.round(median(rates)),
      'p50 ms': median(p50).toFixed(2),
      'of the floor': ratio(rates, floor.rates),
      'of the floor with our headers': ratio(rates, fullFloor.rates),
      'server CPU µs': median(cpuUs).toFixed(1),
      'CPU of the floor': ratio(cpuUs, floor.cpuUs),
    })),
  )
}

async function measure({ what, server, request, rates, p50, cpuUs }: Subject, isWarmUp: boolean): Promise<void> {
  const before = await measureCpu(server.child)
  const measured = await load(request)
  const after = await measureCpu(server.child)
  if (measured.errors > 0) throw new Error(`${what}: ${measured.errors} answers were not ${request.status}`)
  if (isWarmUp) return
  rates.push((measured.requests / measured.ms) * 1000)
  p50.push(measured.p50Ms)
  cpuUs.push((after.user + after.system - before.user - before.system) / measured.requests)
}

/** Repeats the request for a second, because the process caches responses only once it listens for changes. */
async function settled(url: string, headers: Record<string, string>): Promise<Response> {
  for (let i = 0; i < 20; i++) {
    await (await fetch(url, { headers })).text()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return fetch(url, { headers })
}

function pickOwnHeaders({ headers }: Response): Record<string, string> {
  const common = ['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'content-encoding']
  return Object.fromEntries([...headers].filter(([name]) => !common.includes(name)))
}

export async function measureCpu(child: ChildProcess): Promise<NodeJS.CpuUsage> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [usage] = await answer
  return usage as NodeJS.CpuUsage
}
