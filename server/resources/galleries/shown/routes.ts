import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { findShownGallery } from './commands.ts'
import { ShownGallery, ShownGalleryFilters } from './schema.ts'

export default [
  operation({
    id: 'storefront.get_gallery',
    http: 'GET /storefront/galleries/:id',
    tenancy: 'storefront',
    plan: { feature: 'galleries' },
    doc: {
      summary: 'Get a published gallery',
      description:
        'Includes one page of pictures: those with permission whose review, if any, is approved. If `incentive` is set, the shop must show it.',
    },
    input: { params: byId, query: ShownGalleryFilters },
    output: { body: ShownGallery },
    transaction: 'single-query',
    storefront: { widget: 'gallery', shared: true },
    run: async ({ tx, params, query, storeEnvId, services: { media } }) =>
      orNotFound(await findShownGallery(tx, params.id, query, { storeEnvId, media }), 'gallery', params.id),
  }),
]
