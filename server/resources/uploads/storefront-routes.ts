import { operation } from '#platform/calls/operation.ts'
import { photoTypes, withPhoto } from './body.ts'
import { receiveUpload } from './commands.ts'
import { NewUpload } from './schema.ts'

export default [
  operation({
    id: 'storefront.upload_photo',
    http: 'POST /storefront/uploads',
    tenancy: 'storefront',
    doc: {
      summary: 'Upload a photo from the storefront',
      description:
        'Same as `POST /uploads`, for pages of the store. Use its id in `photoIds` of `POST /storefront/reviews` within 24 hours.',
    },
    input: { accepts: photoTypes },
    output: { body: NewUpload, status: 201, location: '{url}' },
    transaction: 'manual',
    storefront: { visitorLimit: '20/10m' },
    run: ({ db, storeEnvId, storefront, services, request }) =>
      withPhoto(request, (bytes) =>
        receiveUpload(
          {
            db,
            services,
            scope: { storeEnvId, organizationId: storefront.organizationId },
            source: 'storefront',
          },
          bytes,
        ),
      ),
  }),
]
