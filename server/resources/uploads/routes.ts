import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { photoTypes, withPhoto } from './body.ts'
import { receiveUpload, removeUpload } from './commands.ts'
import { toUpload } from './rules.ts'
import { NewUpload, Upload } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'uploads.create',
    http: 'POST /uploads',
    tenancy: 'store',
    manual: true,
    summary: 'Upload a photo for a review that is about to be written, or for a gallery.',
    description: `A JPEG, PNG or WebP file of at most 10 MB and 40 megapixels: as the field \`file\` of a form, or as the body itself. What counts is the content, not the name or the type. It is turned upright, scaled down to 1600 × 1600 and kept without anything the camera noted. Name its id in \`photoIds\` of a new review, or as \`uploadId\` of a gallery's item, within 24 hours; after that it is removed.`,
    accepts: photoTypes,
    returns: NewUpload,
    status: 201,
    location: '/uploads/{id}',
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
    oneQuery: true,
    summary: 'Read an uploaded photo that no review has claimed yet.',
    params: byId,
    returns: Upload,
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
    summary: 'Remove an uploaded photo that no review has claimed yet.',
    params: byId,
    async run({ tx, params }) {
      await removeUpload(tx, params.id)
      return undefined
    },
  }),
]
