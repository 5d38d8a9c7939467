import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { demoStoreRoutes } from '#demo/store/routes.ts'
import { addFastPath } from '#platform/http/fast-path.ts'
import { buildSecurityHeaders } from '#platform/http/headers.ts'
import { mailFrameRoute } from '#platform/http/mail-frame.ts'
import { mcpRoute } from '#platform/http/mcp-route.ts'
import { mount } from '#platform/http/mount.ts'
import { mountPages } from '#platform/http/page-routes.ts'
import { scriptRoutes } from '#platform/http/scripts.ts'
import { securityTextRoute } from '#platform/http/security-txt.ts'
import { createHttpServer, type HttpTimeouts } from '#platform/http/server.ts'
import { applicationRoutes } from '#platform/http/static.ts'
import { widgetFrameRoute } from '#platform/http/widget-frame.ts'
import { createProxies } from '#platform/identity/proxies.ts'
import { recordUnknownProxy } from '#platform/limits/unknown-proxies/unknown-proxies.ts'
import { iconRoute } from '#platform/pages/icon.ts'
import { metricsRoute } from '#platform/process/metrics.ts'
import type { Json } from '#platform/values/json-schemas.ts'
import { docsRoutes } from '../reference/docs/docs.ts'
import { readGuides } from '../reference/docs/guides.ts'
import { buildOpenApi, chapterOf } from '../reference/openapi.ts'
import { areas } from './areas.ts'
import { mcpServers } from './mcp.ts'
import { allOperations, reference } from './openapi.ts'
import type { Service } from './service.ts'

export const repositoryRoot = new URL('../../', import.meta.url).pathname

export async function createApi(service: Service, patience?: HttpTimeouts): Promise<FastifyInstance> {
  const proxies = createProxies(service.services.config.trustedProxies)
  const protection = buildSecurityHeaders(service.services.config.publicOrigin)
  const app = createHttpServer(service.log, service.kernel.limits, proxies, {
    ...patience,
    protection,
    recordUnknownProxy: (peer) => recordUnknownProxy(service.db, peer),
    readiness: service.services.readiness,
  })
  const { version } = service.services.config
  // Built on demand: most processes never need the document, and building it takes longer than everything else here.
  const buildDocument = (): Json => buildOpenApi(all, { version, origin: service.origin }, reference)
  const all = allOperations(buildDocument)
  await mount(app, service.kernel, all)
  addFastPath(app, service.kernel, proxies, protection)
  await mountPages(app, service.kernel, areas.pages)
  iconRoute(app)
  securityTextRoute(app, service.services.config, service.clock)
  metricsRoute(app, service.services.metrics, service.services.secrets.operatorTokenFor('metrics'))
  demoStoreRoutes(app, service)
  scriptRoutes(app, { prefix: '/widgets/v1', folder: join(repositoryRoot, 'widgets', 'dist') })
  mailFrameRoute(app, '/admin/mail-frame')
  widgetFrameRoute(app, '/admin/widget-frame')
  applicationRoutes(app, { prefix: '/admin', folder: join(repositoryRoot, 'admin', 'dist') })
  const guides = await readGuides(
    join(repositoryRoot, 'docs', 'guides'),
    service.origin,
    service.services.config.billing !== 'off',
  )
  mcpRoute(app, service.kernel, mcpServers(service, guides))
  await app.register(docsRoutes, {
    root: repositoryRoot,
    guides,
    productName: 'Evident',
    version,
    origin: service.origin,
    calls: all.map((op) => ({ ...op, area: chapterOf(op) })),
    document: buildDocument,
  })
  return app
}
