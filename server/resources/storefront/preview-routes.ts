import { operation } from '#platform/calls/operation.ts'
import { makePreviewPass } from '#platform/storefront/preview-pass.ts'
import { PreviewPass } from './preview-schema.ts'

export default [
  operation({
    id: 'placements.get_preview_pass',
    http: 'GET /placements/preview-pass',
    tenancy: 'store',
    doc: {
      summary: 'Get a preview pass',
      description:
        "The token shows the store's widgets on pages of this service. It is valid for an hour, and only for reads. Shop pages need no token. Reads with the token do not count as widget use.",
    },
    output: { body: PreviewPass, secret: true },
    run({ storeEnvId, now, services: { secrets } }) {
      const { pass, untilMs } = makePreviewPass(secrets, storeEnvId, now.getTime())
      return { pass, expiresAt: new Date(untilMs).toISOString() }
    },
  }),
]
