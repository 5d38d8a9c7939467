import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { sendFile } from '#platform/pages/send-file.ts'
import { readLinkToken } from '#platform/process/file-link.ts'
import { notFound } from '#platform/values/errors.ts'
import { buildFileName, linkSecret } from './commands.ts'
import * as store from './store.ts'

type Request = FastifyRequest<{ Params: { content: string; proof: string } }>

export const assessmentPage: PageRoute = {
  id: 'evidence.download_assessment',
  method: 'GET',
  path: '/evidence/assessments/:content/:proof',
  limit: 'address',
  handle: (kernel, request, reply) => serve(kernel, request as Request, reply),
}

async function serve({ db, services }: Kernel, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const now = services.clock.now()
  const link = readLinkToken(linkSecret(services), request.params, now)
  const row = link && (await db.store(link, 'read', (tx) => store.find(tx, link.id)))
  if (!row?.fileKey || Date.parse(row.expiresAt) <= now.getTime())
    throw notFound('assessment. The link expired, or the file was deleted')
  const { fileKey } = row
  return sendFile(request, reply, {
    ...{ bytes: row.bytes, sha256: row.sha256, name: buildFileName(row), type: 'application/zip' },
    async open(part) {
      const file = await services.storage.open(fileKey, part)
      if (!file) throw notFound('file of the assessment')
      return file.content
    },
  })
}
