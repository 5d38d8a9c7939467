// Receives webhooks as a shop would. It stores nothing, so it accepts every body that it can parse.
import type { FastifyInstance } from 'fastify'

export const receiverPath = '/demo-store/webhooks'

export function receiveWebhooks(app: FastifyInstance): void {
  app.post(receiverPath, { bodyLimit: 256 * 1024 }, (request, reply) => {
    const event = readEvent(request.body)
    if (event === undefined) return reply.code(400).send({ error: 'Send JSON with an event.' })
    return reply.send({ received: event })
  })
}

function readEvent(body: unknown): string | undefined {
  try {
    const { event } = JSON.parse(String(body))
    return typeof event === 'string' ? event.slice(0, 100) : undefined
  } catch {
    return undefined
  }
}
