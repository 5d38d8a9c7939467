import { operation } from '#platform/calls/operation.ts'
import { makePreviewPass } from '#platform/storefront/preview-pass.ts'
import { PreviewPass } from './schema.ts'

export default [
  operation({
    id: 'placements.get_preview_pass',
    http: 'GET /placements/preview-pass',
    tenancy: 'store',
    summary: "Get a pass with which the service's own pages show the store's widgets.",
    description:
      'For an hour, and for reads: what it opens is what every visitor of the shop sees. It holds for pages of the service itself alone; a page of the shop needs none. What is read with it does not count as seen in the shop.',
    returns: PreviewPass,
    secret: true,
    run({ storeEnvId, now, services: { secrets } }) {
      const { pass, untilMs } = makePreviewPass(secrets, storeEnvId, now.getTime())
      return { pass, expiresAt: new Date(untilMs).toISOString() }
    },
  }),
]
