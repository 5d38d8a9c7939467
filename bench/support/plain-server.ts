// The floor of what is kept: a Fastify handler that sends bytes it has, to whoever asks at the same
// address, and knows nothing else. The bytes come by message.
import Fastify from 'fastify'

const app = Fastify({ logger: false })
let body = Buffer.from('{}')
app.get('/api/v1/storefront/reviews', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(body),
)
// A text is what to send from now on; `cpu` asks what it has cost so far.
process.on('message', (text: string) => {
  if (text === 'cpu') process.send?.(process.cpuUsage())
  else body = Buffer.from(text)
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
process.on('SIGTERM', () => process.exit(0))
