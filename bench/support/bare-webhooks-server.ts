// The floor of a stored webhook: a Fastify handler that writes the same bytes as a row, with one statement and one commit
// each, as a superuser. It neither finds the owner nor verifies a signature.
import Fastify from 'fastify'
import { Pool } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { newId } from '#platform/values/ids.ts'

const pool = new Pool({ ...parseConnection(process.env.BENCH_DATABASE_URL ?? ''), max: 12, options: '-c TimeZone=UTC' })
const storeEnvId = process.env.BENCH_STORE
const app = Fastify({ logger: false })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/webhooks', async (request) => {
  await pool.query({
    name: 'webhook',
    text: `insert into inbound_webhooks (store_env_id, id, connection_id, platform, topic, body, state, due_at, received_at)
           values ($1, $2, $3, 'shopify', 'products/update', $4, 'received', now(), now())`,
    values: [storeEnvId, newId(), storeEnvId, request.body],
  })
  return { received: true }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', () => process.exit(0))
