// The floor of a new review: a Fastify handler that writes the same rows (review, customer, event and its number) by plain
// statements in one transaction as a superuser. It has no keys, limits, tenant, validation or queries.
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { newId } from '#platform/values/ids.ts'

const pool = new Pool({ ...parseConnection(process.env.BENCH_DATABASE_URL ?? ''), max: 12, options: '-c TimeZone=UTC' })
const app = Fastify({ logger: false })

type Body = {
  platformProductId: string
  rating: number
  title: string
  body: string
  authorName: string
  authorEmail: string
}

app.post('/reviews', async (request, reply) => {
  const store = String(request.headers['x-store-env-id'])
  const { platformProductId, rating, title, body, authorName, authorEmail } = request.body as Body
  const client = await pool.connect()
  const id = newId()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      name: 'review',
      text: `insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, address_proven, status, source, submitted_at, created_at, updated_at)
             select $1, $2, p.id, $4, $5, $6, $7, $8, false, true, 'pending', 'api', now(), now(), now()
               from products p where p.store_env_id = $1 and p.platform_product_id = $3 returning *`,
      values: [store, id, platformProductId, rating, title, body, authorName, authorEmail],
    })
    await client.query({
      name: 'customer',
      text: `insert into customers (store_env_id, id, email, name, created_at, updated_at) values ($1, $2, $3, $4, now(), now())
             on conflict do nothing`,
      values: [store, newId(), authorEmail, authorName],
    })
    await client.query({
      name: 'event',
      text: `with n as (insert into event_counters as c (store_env_id, last) values ($1, 1)
                        on conflict (store_env_id) do update set last = c.last + 1 returning c.last)
             insert into events (store_env_id, id, sequence, event, subject_id, firing_id, logged, data, at)
             select $1, $2, n.last, 'review.created', $3, $4, true, $5, now() from n`,
      values: [store, newId(), id, randomUUID(), JSON.stringify(rows[0])],
    })
    await client.query('commit')
    return reply.code(201).send(rows[0])
  } finally {
    client.release()
  }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', () => process.exit(0))
