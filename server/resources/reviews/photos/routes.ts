import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { Id } from '#platform/values/wire.ts'
import { removePhoto } from './commands.ts'

export default [
  operation({
    id: 'reviews.remove_photo',
    http: 'DELETE /reviews/:id/photos/:photoId',
    tenancy: 'store',
    summary: 'Remove a photo from a review, its file too.',
    params: Type.Object({ id: Id, photoId: Id }),
    async run({ tx, audit, caller, params }) {
      await removePhoto(tx, { reviewId: params.id, photoId: params.photoId, actor: nameOfCaller(caller), audit })
      return undefined
    },
  }),
]
