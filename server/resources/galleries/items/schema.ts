import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { incentives, Rating } from '#resources/reviews/schema.ts'
import { byLanguage, limits } from '../schema.ts'

export const permissions = ['pending', 'granted', 'declined'] as const
export type Permission = (typeof permissions)[number]

const ItemText = (description: string) => Nullable(Type.String({ maxLength: limits.itemText, description }))
const Caption = ItemText('Plain text below the picture.')
const Alt = ItemText('What the picture shows, for those who do not see it.')

const Translation = Type.Object(
  { caption: Type.Optional(Caption), alt: Type.Optional(Alt) },
  { title: 'GalleryItemTranslation' },
)
export type Translation = Static<typeof Translation>

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'Caption and alt by language.',
})

const changeable = {
  caption: Type.Optional(Caption),
  alt: Type.Optional(Alt),
  productIds: Type.Optional(
    Type.Array(Id, {
      maxItems: limits.itemProducts,
      uniqueItems: true,
      description: 'The products that it shows, the first first.',
    }),
  ),
  permission: Type.Optional(
    OneOf(permissions, {
      description:
        "Whether the photo's author lets it be shown here. Without it, photos that a form of ours took are `granted`, others `pending`.",
    }),
  ),
  translations: Type.Optional(Translations),
}

export const NewItem = Type.Object(
  {
    reviewPhotoId: Type.Optional({ ...Id, description: 'A photo of a review.' }),
    uploadId: Type.Optional({
      ...Id,
      description: 'A picture of your own, from `POST /uploads`. It stays for as long as a gallery has it.',
    }),
    ...changeable,
  },
  { title: 'NewGalleryItem', description: 'One of `reviewPhotoId` and `uploadId`.' },
)
export type NewItem = Static<typeof NewItem>

export const NewItems = Type.Object(
  { items: Type.Array(NewItem, { minItems: 1, maxItems: limits.itemsAtOnce }) },
  { title: 'NewGalleryItems' },
)

export const ItemChanges = Type.Object(changeable, { title: 'GalleryItemChanges' })
export type ItemChanges = Static<typeof ItemChanges>

const picture = {
  url: Type.String(),
  cardUrl: Nullable(Type.String({ description: 'At most 640 × 640.' })),
  thumbUrl: Nullable(Type.String({ description: 'Its middle of interest, 160 × 160.' })),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
}

export const Item = Type.Object(
  {
    id: Id,
    reviewPhotoId: Nullable({ ...Id, description: 'Null for an upload.' }),
    uploadId: Nullable({ ...Id, description: 'Null for a photo of a review.' }),
    reviewId: Nullable(Id),
    reviewStatus: Nullable(Type.String({ description: 'Shoppers see photos of `approved` reviews.' })),
    authorName: Nullable(Type.String({ description: "The review's author; null for an upload." })),
    ...picture,
    caption: Nullable(Type.String()),
    alt: Nullable(Type.String()),
    productIds: Type.Array(Id),
    permission: OneOf(permissions, { description: 'Shoppers see what is `granted`.' }),
    permissionBy: Nullable(
      Type.Object(
        { type: Type.String(), id: Type.Optional(Type.String()) },
        {
          title: 'GalleryPermissionActor',
          description: '`visitor` is the author, who sent it by a form of ours. Null where nobody has said yet.',
        },
      ),
    ),
    permissionAt: Nullable(Instant),
    isShown: Type.Boolean({ description: 'Whether shoppers see it in a published gallery.' }),
    position: Type.Integer(),
    translations: Translations,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'GalleryItem' },
)
export type Item = Static<typeof Item>

export const Items = Type.Object({ data: Type.Array(Item) }, { title: 'GalleryItems' })
export const ItemPage = page(Item)
export const ItemFilters = pageQuery({ permission: Type.Optional(AnyOf(permissions)) })
export type ItemFilters = Static<typeof ItemFilters>

export const ItemOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: limits.items, description: 'Every item of the gallery once, the first first.' }) },
  { title: 'GalleryItemOrder' },
)

export const byItem = Type.Object({ id: Id, itemId: Id })

export const Candidate = Type.Object(
  {
    reviewPhotoId: Id,
    reviewId: Id,
    productId: Id,
    productTitle: Nullable(Type.String()),
    rating: Rating,
    authorName: Type.String(),
    incentive: Nullable(OneOf(incentives)),
    ...picture,
    itemId: Nullable({ ...Id, description: 'Its item, where this gallery has it already.' }),
    createdAt: Instant,
  },
  { title: 'GalleryCandidate' },
)
export type Candidate = Static<typeof Candidate>
export const CandidatePage = page(Candidate)
export const CandidateFilters = pageQuery({
  productId: Type.Optional({ ...Id, description: 'Photos of reviews of this product.' }),
})
export type CandidateFilters = Static<typeof CandidateFilters>
