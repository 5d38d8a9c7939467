import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { photoTypes, withPhoto } from './body.ts'
import { deleteUpload, receiveUpload } from './commands.ts'
import { toUpload } from './rules.ts'
import { NewUpload, Upload } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'uploads.create',
    http: 'POST /uploads',
    tenancy: 'store',
    doc: {
      summary: 'Upload a photo',
      description:
        'JPEG, PNG or WebP of at most 10 MB and 40 megapixels, as the form field `file` or as the body. The content decides the type. The photo is rotated upright, scaled to at most 1600 × 1600 and stripped of metadata. Use its id within 24 hours in `photoIds` of a review, `uploadId` of a gallery item or `logoUploadId` of the email branding; otherwise it is deleted.',
    },
    input: { accepts: photoTypes },
    output: { body: NewUpload, status: 201, location: '/uploads/{id}' },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, services, request }) =>
      withPhoto(request, (bytes) =>
        receiveUpload(
          { db, services, scope: { storeEnvId, organizationId: caller.organizationId }, source: 'api' },
          bytes,
        ),
      ),
  }),
  operation({
    id: 'uploads.get',
    http: 'GET /uploads/:id',
    tenancy: 'store',
    doc: { summary: 'Get an unused upload', description: 'Uploads in use are not found here.' },
    input: { params: byId },
    output: { body: Upload },
    transaction: 'single-query',
    run: async ({ tx, params, services }) => {
      const row = await store.find(tx, params.id)
      if (!row) throw notFound('upload', params.id)
      return toUpload(row, services.media)
    },
  }),
  operation({
    id: 'uploads.delete',
    http: 'DELETE /uploads/:id',
    tenancy: 'store',
    doc: { summary: 'Delete an unused upload', description: 'Uploads in use cannot be deleted here.' },
    input: { params: byId },
    async run({ tx, params }) {
      await deleteUpload(tx, params.id)
      return undefined
    },
  }),
]
