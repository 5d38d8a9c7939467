// The HTTP side of the service: operations, users' sign-in, the reference and its guides, the admin application.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { docsRoutes } from '#platform/docs/docs.ts'
import { authRoutes } from '#platform/http/auth-routes.ts'
import { mount } from '#platform/http/mount.ts'
import { createHttpServer } from '#platform/http/server.ts'
import { applicationRoutes } from '#platform/http/static.ts'
import { metricsRoute } from '#platform/metrics.ts'
import { openApiOf } from '#platform/openapi.ts'
import { feedRoutes } from '#resources/products/review-feed/feed-route.ts'
import { mediaRoutes } from '#resources/reviews/photos/media-route.ts'
import { allOperations } from './openapi.ts'
import type { Service } from './service.ts'

export const repositoryRoot = new URL('../../', import.meta.url).pathname

export async function createApi(service: Service): Promise<FastifyInstance> {
  const app = createHttpServer(service.log, service.kernel.limits)
  const all = allOperations(() => document)
  const document: string = JSON.stringify(
    openApiOf(all, { version: service.services.config.version, origin: service.origin }),
  )
  await mount(app, service.kernel, all)
  authRoutes(app, service.kernel)
  mediaRoutes(app, service.kernel)
  feedRoutes(app, service.kernel)
  metricsRoute(app, service.services.metrics, service.services.secrets.tokenFor('metrics'))
  applicationRoutes(app, { prefix: '/admin', folder: join(repositoryRoot, 'admin', 'dist') })
  await app.register(docsRoutes, {
    root: repositoryRoot,
    productName: 'Evident',
    version: service.services.config.version,
  })
  return app
}
