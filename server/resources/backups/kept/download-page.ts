import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { sendFile } from '#platform/pages/send-file.ts'
import { type Link, readLinkToken } from '#platform/process/file-link.ts'
import { notFound } from '#platform/values/errors.ts'
import { linkSecret } from './commands.ts'
import { openPlace, RefusedPlace } from './open-place.ts'
import { buildFileName } from './rules.ts'
import * as store from './store.ts'

type Request = FastifyRequest<{ Params: { content: string; proof: string } }>

export const downloadPage: PageRoute = {
  id: 'backups.download',
  method: 'GET',
  path: '/backups/:content/:proof',
  limit: 'address',
  handle: (kernel, request, reply) => serve(kernel, request as Request, reply),
}

async function serve({ db, services }: Kernel, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const now = services.clock.now()
  const link = readLinkToken(linkSecret(services), request.params, now)
  const row = link && (await findRow(db, link))
  if (!link || !row?.fileKey || (row.expiresAt !== null && Date.parse(row.expiresAt) <= now.getTime()))
    throw notFound('backup, or the link to it has ended')
  const { fileKey } = row
  return sendFile(request, reply, {
    ...{ bytes: row.bytes, sha256: row.sha256, name: buildFileName(row) },
    type: row.encrypted ? 'application/age' : 'application/zip',
    async open(part) {
      const place = await openPlace({ db, services }, link, row.location).catch((error: unknown) => {
        throw error instanceof RefusedPlace ? notFound('backup within reach') : error
      })
      try {
        const file = await place.storage.open(fileKey, part)
        if (!file) throw notFound('backup: its file is gone')
        file.content.once('close', () => place.close())
        return file.content
      } catch (error) {
        place.close()
        throw error
      }
    },
  })
}

const findRow = (db: Kernel['db'], { storeEnvId, organizationId, id }: Link) =>
  db.store({ storeEnvId, organizationId }, 'read', (tx) => store.find(tx, id))
