// The floor of cached responses: a Fastify handler that only sends fixed bytes at the same URLs. The parent process sends
// it the bytes and further header fields as a message.
import Fastify from 'fastify'

export type FixedAnswer = { body: string; headers: Record<string, string> }

const app = Fastify({ logger: false })
let body = Buffer.from('{}')
let headers: FixedAnswer['headers'] = {}
for (const path of ['/api/v1/storefront/*', '/agents/*'])
  app.get(path, async (_request, reply) => reply.headers(headers).type('application/json; charset=utf-8').send(body))
app.get('/p/*', async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(body))
process.on('message', (message: 'cpu' | FixedAnswer) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else {
    body = Buffer.from(message.body)
    headers = message.headers
  }
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('SIGTERM', () => process.exit(0))
