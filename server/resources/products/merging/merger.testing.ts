import { startService } from '#test/service.ts'

const { databaseUrl, now, headers, from, into } = JSON.parse(process.argv[2] ?? '{}')
const service = await startService({ beside: { databaseUrl }, now: new Date(now) })
process.stdout.write('ready\n')
const { status, body } = await service.with(headers).post(`/products/${from}/merge`, { into })
process.stdout.write(`${JSON.stringify({ status, body })}\n`)
