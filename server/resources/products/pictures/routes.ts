import { operation } from '#platform/calls/operation.ts'
import { readPictures } from './commands.ts'
import { ProductPictures, picturesQuery } from './schema.ts'

export default [
  operation({
    id: 'products.list_pictures',
    http: 'GET /products/pictures',
    tenancy: 'store',
    access: { session: true },
    doc: {
      summary: 'List thumbnails of products',
      description:
        'For pages of signed-in people. The first request for a picture queues its download from `imageUrl` of the product, or of its first variant with one. A changed address is fetched again; until then `url` is the former thumbnail. JPEG, PNG and WebP of at most 10 MB and 40 megapixels are supported.',
    },
    input: { query: picturesQuery },
    output: { body: ProductPictures },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, services, now, query }) =>
      readPictures({ db, scope: { storeEnvId, organizationId: caller.organizationId }, services, now }, query.ids),
  }),
]
