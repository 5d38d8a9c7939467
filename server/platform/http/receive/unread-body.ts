// Bodies that no parser collects: uploads, which are held to limits of their own after every refusal that comes first.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A scope of its own for the routes that `add` gives it. */
export async function acceptUnread(app: FastifyInstance, add: (uploads: FastifyInstance) => void): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    add(uploads)
  })
}

/** What was sent and is not wanted is read off, so that the answer arrives before the connection breaks. */
export function dropUnread({ body }: FastifyRequest): void {
  if (isUnread(body) && !body.readableEnded) body.resume().on('error', () => {})
}

export const isUnread = (body: unknown): body is Readable =>
  typeof (body as Readable | null | undefined)?.resume === 'function'
