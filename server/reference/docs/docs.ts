// Pages are rendered on first demand, and later requests read no file. Pages load nothing from elsewhere.

import type { FastifyInstance } from 'fastify'
import { sendAsset } from '#platform/values/asset.ts'
import { type DocsOptions, type Documentation, renderDocumentation } from './pages.ts'

export type { DocsOptions }

export async function docsRoutes(app: FastifyInstance, options: DocsOptions): Promise<void> {
  let rendered: Promise<Documentation> | undefined
  const documentation = () => (rendered ??= renderDocumentation(options))

  app.get('/docs', async (request, reply) => {
    const { pages, missing } = await documentation()
    return sendAsset(request, reply, pages.get('guides') ?? missing)
  })

  // Redirects the address of a former page, which had one form for all operations.
  app.get('/docs/try', (_request, reply) => reply.redirect('/docs/reference', 308))

  app.get<{ Params: { page: string } }>('/docs/:page', async (request, reply) => {
    const { pages, missing } = await documentation()
    const page = pages.get(request.params.page)
    return page ? sendAsset(request, reply, page) : sendAsset(request, reply, missing, 404)
  })

  app.get('/docs/reference', async (request, reply) =>
    sendAsset(request, reply, (await documentation()).reference().overview()),
  )
  app.get<{ Params: { area: string } }>('/docs/reference/:area', async (request, reply) => {
    const { reference, missing } = await documentation()
    const page = reference().page(request.params.area)
    return page ? sendAsset(request, reply, page) : sendAsset(request, reply, missing, 404)
  })

  app.get('/llms.txt', async (request, reply) => sendAsset(request, reply, (await documentation()).llms()))

  app.get<{ Params: { page: string } }>('/docs/guides/:page', async (request, reply) => {
    const { pages, missing } = await documentation()
    const page = request.params.page.replace(/\.md$/, '')
    return page === '' || pages.has(page)
      ? reply.redirect(page === '' ? '/docs/guides' : `/docs/${page}`, 308)
      : sendAsset(request, reply, missing, 404)
  })
  app.get('/docs/runbooks/operating.md', (_request, reply) => reply.redirect('/docs/operating', 308))

  app.get<{ Params: { file: string } }>('/docs/assets/:file', async (request, reply) => {
    const { assets, missing } = await documentation()
    const asset = assets.get(request.params.file)
    return asset ? sendAsset(request, reply, asset) : sendAsset(request, reply, missing, 404)
  })

  app.get<{ Params: { file: string } }>('/docs/pictures/:file', async (request, reply) => {
    const { pictures, missing } = await documentation()
    const picture = pictures.get(request.params.file)
    return picture ? sendAsset(request, reply, picture) : sendAsset(request, reply, missing, 404)
  })

  app.get('/docs/*', async (request, reply) => sendAsset(request, reply, (await documentation()).missing, 404))
}
