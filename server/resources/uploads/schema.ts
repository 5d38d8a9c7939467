import { type Static, Type } from 'typebox'
import { Id, Instant } from '#platform/values/wire.ts'

const facts = {
  id: Id,
  url: Type.String({ description: 'For looking at it: the address ends with the next day.' }),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbUrl: Type.String({ description: 'Its middle of interest, 160 × 160.' }),
  cardUrl: Type.String({ description: 'At most 640 × 640.' }),
}

export const Upload = Type.Object(
  {
    ...facts,
    createdAt: Instant,
    expiresAt: Type.String({ format: 'date-time', description: 'When it is removed, unless a review has claimed it.' }),
  },
  { title: 'Upload' },
)
export type Upload = Static<typeof Upload>

export const NewUpload = Type.Object(facts, { title: 'NewUpload' })
export type NewUpload = Static<typeof NewUpload>

export const maxPhotosPerReview = 5

export const PhotoIds = Type.Array(Id, {
  maxItems: maxPhotosPerReview,
  description: 'Photos uploaded before, each once.',
})
