// No parser collects uploads. The operation reads an upload itself, after all other checks and with its own limits.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export async function acceptUnread(app: FastifyInstance, add: (uploads: FastifyInstance) => void): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    add(uploads)
  })
}

/** Discards an unwanted body, so that the client gets the response before the connection closes. */
export function dropUnread({ body }: FastifyRequest): void {
  if (isUnread(body) && !body.readableEnded) body.resume().on('error', () => {})
}

export const isUnread = (body: unknown): body is Readable =>
  typeof (body as Readable | null | undefined)?.resume === 'function'
