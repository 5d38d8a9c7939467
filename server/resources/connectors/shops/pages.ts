// Where Shopify sends the browser of a merchant back to who has consented. It answers no JSON but leads on.
import { auditAs } from '#platform/audit.ts'
import { unauthenticated } from '#platform/errors.ts'
import { basePath } from '#platform/operation.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { finishInstallation } from './installation.ts'

export const shopPages: readonly PageRoute[] = [
  {
    id: 'connectors.finish_shopify',
    method: 'GET',
    path: `${basePath}/connectors/shopify/callback`,
    limit: 'address',
    async handle({ db, services }, request, reply) {
      reply.header('cache-control', 'no-store')
      const at = request.url.indexOf('?')
      const query = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1))
      // Who only looks uses up nothing.
      const isDone =
        request.method !== 'HEAD' && (await finishInstallation(db, services, () => auditAs({ type: 'system' }), query))
      if (!isDone) throw unauthenticated('This is not an answer of Shopify to a connection of yours, or it is too old.')
      return reply.redirect(`${services.origin}/admin`, 302)
    },
  },
]
