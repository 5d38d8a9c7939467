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
    widget: 'gallery',
    shared: true,
    plan: 'galleries',
    summary: 'Get a published gallery with a page of its pictures, in their order.',
    description:
      'Only pictures whose author permits it, of reviews that are approved at this moment. A picture whose author was given something says so in `incentive`, and whoever shows it must.',
    params: byId,
    query: ShownGalleryFilters,
    returns: ShownGallery,
    run: async ({ tx, params, query, storeEnvId, services: { media } }) =>
      orNotFound(await findShownGallery(tx, params.id, query, { storeEnvId, media }), 'gallery', params.id),
  }),
]
