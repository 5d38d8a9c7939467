import { type Static, Type } from 'typebox'
import { described, Id, Instant } from '#platform/values/wire.ts'

const facts = {
  id: described(Id, 'Id of the upload, a UUIDv7.'),
  url: Type.String({
    description: 'Address to view the picture. It expires at the end of the next day.',
    examples: ['https://reviews.acme.example/media/photos/9f50-full.webp'],
  }),
  width: Type.Integer({ description: 'Width in pixels.' }),
  height: Type.Integer({ description: 'Height in pixels.' }),
  thumbUrl: Type.String({
    description: 'Address of a square thumbnail of 160 × 160 pixels.',
    examples: ['https://reviews.acme.example/media/photos/9f50-thumb.webp'],
  }),
  cardUrl: Type.String({
    description: 'Address of the picture scaled to at most 640 × 640 pixels.',
    examples: ['https://reviews.acme.example/media/photos/9f50-card.webp'],
  }),
}

export const Upload = Type.Object(
  {
    ...facts,
    createdAt: described(Instant, 'Time the upload was created.'),
    expiresAt: Type.String({ format: 'date-time', description: 'Time we delete the upload if nothing uses it.' }),
  },
  { title: 'Upload' },
)
export type Upload = Static<typeof Upload>

export const NewUpload = Type.Object(facts, { title: 'NewUpload' })
export type NewUpload = Static<typeof NewUpload>

export const maxPhotosPerReview = 5

export const PhotoIds = Type.Array(Id, {
  maxItems: maxPhotosPerReview,
  description: 'Ids of uploaded photos. Each upload can be used only once.',
})
