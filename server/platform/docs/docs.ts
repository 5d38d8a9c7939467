// Serves the documentation below /docs: guides, changelog and the API reference, all from this process.
// Reads no configuration and no file on a request, loads nothing from elsewhere, and changes nothing.

import type { FastifyInstance } from 'fastify'
import { type Asset, sendAsset } from '../asset.ts'
import { type DocsOptions, renderDocumentation } from './pages.ts'

export type { DocsOptions }

export async function docsRoutes(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { pages, assets, llms, missing, reference } = await renderDocumentation(options)
  let referencePage: Promise<Asset> | undefined

  app.get('/docs', async (request, reply) => {
    referencePage ??= reference()
    return sendAsset(request, reply, await referencePage)
  })

  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))

  app.get<{ Params: { page: string } }>('/docs/:page', (request, reply) => {
    const page = pages.get(request.params.page)
    return page ? sendAsset(request, reply, page) : sendAsset(request, reply, missing, 404)
  })

  app.get('/llms.txt', (request, reply) => sendAsset(request, reply, llms))

  // Where the texts lie in the repository leads to where they are served.
  app.get<{ Params: { page: string } }>('/docs/guides/:page', (request, reply) => {
    const page = request.params.page.replace(/\.md$/, '')
    return page === '' || pages.has(page)
      ? reply.redirect(page === '' ? '/docs/guides' : `/docs/${page}`, 308)
      : sendAsset(request, reply, missing, 404)
  })
  app.get('/docs/runbooks/operating.md', (_request, reply) => reply.redirect('/docs/operating', 308))

  app.get<{ Params: { file: string } }>('/docs/assets/:file', (request, reply) => {
    const asset = assets.get(request.params.file)
    return asset ? sendAsset(request, reply, asset) : sendAsset(request, reply, missing, 404)
  })

  app.get('/docs/*', (request, reply) => sendAsset(request, reply, missing, 404))
}
