// The real service on a free port, without limits unless BENCH_RATE_LIMITS sets them.
import { loadConfig } from '#platform/process/config.ts'
import { createApi } from '../../server/entry/api.ts'
import { composeService } from '../../server/entry/service.ts'

const config = loadConfig({
  ...process.env,
  RATE_LIMITS: process.env.BENCH_RATE_LIMITS ?? 'off',
  LOG_LEVEL: 'silent',
  PORT: '0',
})
const service = composeService(config, process.env.BENCH_DATABASE_URL ?? '')
const app = await createApi(service)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', () => process.exit(0))
