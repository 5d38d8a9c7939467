import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { described, Id } from '#platform/values/wire.ts'
import { deletePhoto } from './commands.ts'

export default [
  operation({
    id: 'reviews.remove_photo',
    http: 'DELETE /reviews/:id/photos/:photoId',
    tenancy: 'store',
    doc: { summary: 'Delete a photo of a review', description: 'Deletes the file too.' },
    input: {
      params: Type.Object({ id: described(Id, 'Id of the review.'), photoId: described(Id, 'Id of the photo.') }),
    },
    async run({ tx, audit, caller, params }) {
      await deletePhoto(tx, { reviewId: params.id, photoId: params.photoId, actor: nameOfCaller(caller), audit })
      return undefined
    },
  }),
]
