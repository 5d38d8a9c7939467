// Serves photos to whoever has their address: pages of shops, mails, moderators. No tenant is asked for, no row is read;
// the key is the secret, and only keys of photos lead to a file.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Kernel } from '#platform/dispatch.ts'
import { notFound } from '#platform/errors.ts'
import { sendError } from '#platform/http/failures.ts'
import { readPhotoKey } from './rules.ts'

export function mediaRoutes(app: FastifyInstance, kernel: Kernel): void {
  const { storage, log } = kernel.services
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const photo = readPhotoKey(key)
    if (!photo || !(await storage.exists(key))) {
      sendError(log, notFound('file'), request, reply)
      return reply
    }
    return reply.headers({ ...headers, 'content-type': photo.contentType }).send(storage.read(key))
  })
}

const headers = {
  // A file never changes under its key.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} satisfies Parameters<FastifyReply['headers']>[0]
