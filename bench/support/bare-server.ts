// The floor of reads: a Fastify handler that runs the statement of `GET /reviews` for a given store as a superuser. It has
// no keys, limits, tenant or validation. It returns the same JSON through the same kind of schema.
import fastJsonStringify from 'fast-json-stringify'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { page } from '#platform/calls/paging/page.ts'
import { withoutSessionOnly } from '#platform/calls/serialize.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { wireTypes } from '#platform/db/types.ts'
import { createMedia } from '#platform/files/storage/media.ts'
import { createClock } from '#platform/process/clock.ts'
import { Review } from '#resources/reviews/schema.ts'
import { toReview } from '#resources/reviews/store.ts'
import { captureList } from './capture.ts'

const url = process.env.BENCH_DATABASE_URL ?? ''
const pool = new Pool({ ...parseConnection(url), max: 12, types: wireTypes as never, options: '-c TimeZone=UTC' })
const serialize = fastJsonStringify(withoutSessionOnly(page(Review)) as object)
const media = createMedia({ origin: 'http://localhost', key: 'bench', clock: createClock() })
const app = Fastify({ logger: false })

app.get('/reviews', async (request, reply) => {
  const { text, values } = captureList(
    String(request.headers['x-store-env-id']),
    (request.query as { cursor?: string }).cursor,
  )
  const { rows } = await pool.query({ name: text.length.toString(), text, values: [...values] })
  const shown = rows.slice(0, 20)
  const last = shown.at(-1)
  const nextCursor = rows.length > 20 ? Buffer.from(`${last.submitted_at}|${last.id}`).toString('base64url') : null
  reply.type('application/json; charset=utf-8')
  return serialize({
    data: shown.map((row) => toReview(row, media)),
    pagination: { limit: 20, hasMore: rows.length > 20, nextCursor },
  })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', () => process.exit(0))
