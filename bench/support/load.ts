// A load generator in its own process, so that it does not share the measured process's event loop. node
// bench/support/load.ts '{"origin":…,"connections":16,"ms":2000,"paths":[…],"headers":[{…}]}'
//  → {"requests","ms","p50","p99","errors"}
import { Pool } from 'undici'

export type Load = {
  origin: string
  connections: number
  ms: number
  paths: string[]
  headers: Record<string, string>[]
  status?: number
  /** Body of a POST call. `{i}` in the body or a header is replaced by the call's number. */
  body?: string
}
export type Measured = { requests: number; ms: number; p50Ms: number; p99Ms: number; errors: number }

if (process.argv[1] === import.meta.filename)
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load)))

async function run({ origin, connections, ms, paths, headers, status = 200, body: sent }: Load): Promise<Measured> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies: number[] = []
  let errors = 0
  let next = 0
  const begun = performance.now()
  const numbered = headers.map((each) => sent !== undefined && Object.values(each).includes('{i}'))
  const buildHeaders = (i: number) => {
    const chosen = headers[i % headers.length] ?? {}
    if (!numbered[i % headers.length]) return chosen
    const name = `${process.pid}-${i}`
    return Object.fromEntries(Object.entries(chosen).map(([key, value]) => [key, value === '{i}' ? name : value]))
  }
  const worker = async () => {
    while (performance.now() - begun < ms) {
      const i = next++
      const at = performance.now()
      const { statusCode, body } = await pool.request({
        method: sent === undefined ? 'GET' : 'POST',
        path: paths[i % paths.length] ?? '/',
        headers: buildHeaders(i),
        ...(sent !== undefined && { body: sent.replaceAll('{i}', `${process.pid}-${i}`) }),
      })
      if (statusCode !== status && errors++ === 0) console.error(statusCode, await body.text())
      await body.dump()
      latencies.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const tookMs = performance.now() - begun
  await pool.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { requests: latencies.length, ms: tookMs, p50Ms: at(0.5), p99Ms: at(0.99), errors }
}
