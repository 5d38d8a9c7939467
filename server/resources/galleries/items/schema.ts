import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, withExample } from '#platform/values/wire.ts'
import { incentives, Rating } from '#resources/reviews/schema.ts'
import { byLanguage, limits } from '../schema.ts'

export const permissions = ['pending', 'granted', 'declined'] as const
export type Permission = (typeof permissions)[number]

const ItemText = (description: string) => Nullable(Type.String({ maxLength: limits.itemText, description }))
const Caption = withExample(ItemText('Plain text below the picture. Null without a caption.'), 'By the window')
const Alt = withExample(
  ItemText('Text that describes the picture to people who cannot see it.'),
  'A blue mug on a sill',
)

const Translation = Type.Object(
  { caption: Type.Optional(Caption), alt: Type.Optional(Alt) },
  { title: 'GalleryItemTranslation' },
)
export type Translation = Static<typeof Translation>

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'Captions and alternative texts by language.',
})

const changeable = {
  caption: Type.Optional(Caption),
  alt: Type.Optional(Alt),
  productIds: Type.Optional(
    Type.Array(Id, {
      maxItems: limits.itemProducts,
      uniqueItems: true,
      description: 'Ids of the products in the picture, most important first.',
    }),
  ),
  permission: Type.Optional(
    OneOf(permissions, {
      description: "Permission of the photo's author. Default: `granted` for photos from our forms, else `pending`.",
    }),
  ),
  translations: Type.Optional(Translations),
}

export const NewItem = Type.Object(
  {
    reviewPhotoId: Type.Optional({ ...Id, description: 'Id of a review photo.' }),
    uploadId: Type.Optional({
      ...Id,
      description: 'Id of a picture from `POST /uploads`. It stays stored while a gallery uses it.',
    }),
    ...changeable,
  },
  { title: 'NewGalleryItem', description: 'Send either `reviewPhotoId` or `uploadId`.' },
)
export type NewItem = Static<typeof NewItem>

export const NewItems = Type.Object(
  {
    items: Type.Array(NewItem, {
      minItems: 1,
      maxItems: limits.itemsAtOnce,
      description: 'Items to add, in this order.',
    }),
  },
  { title: 'NewGalleryItems' },
)

export const ItemChanges = Type.Object(changeable, { title: 'GalleryItemChanges' })
export type ItemChanges = Static<typeof ItemChanges>

const picture = {
  url: Type.String({
    description: 'Address of the picture, scaled to at most 1600 × 1600 pixels.',
    examples: ['https://reviews.acme.example/media/photos/9f50-full.webp'],
  }),
  cardUrl: Nullable(
    Type.String({
      description: 'Address of the photo scaled to at most 640 × 640 pixels. Null until that file exists.',
      examples: ['https://reviews.acme.example/media/photos/9f50-card.webp'],
    }),
  ),
  thumbUrl: Nullable(
    Type.String({
      description: 'Address of a square thumbnail of 160 × 160 pixels. Null until that file exists.',
      examples: ['https://reviews.acme.example/media/photos/9f50-thumb.webp'],
    }),
  ),
  width: Nullable(Type.Integer({ description: 'Width in pixels. Null until measured.' })),
  height: Nullable(Type.Integer({ description: 'Height in pixels. Null until measured.' })),
}

export const Item = Type.Object(
  {
    id: described(Id, 'Id of the gallery item, a UUIDv7.'),
    reviewPhotoId: Nullable({ ...Id, description: 'Id of the review photo. Null for an upload.' }),
    uploadId: Nullable({ ...Id, description: 'Id of the upload. Null for a review photo.' }),
    reviewId: Nullable(described(Id, 'Id of the review. Null for an upload.')),
    reviewStatus: Nullable(
      Type.String({
        description: 'Status of the review. Shoppers see photos of `approved` reviews. Null for an upload.',
        examples: ['approved'],
      }),
    ),
    authorName: Nullable(
      Type.String({ description: "Public name of the review's author. Null for an upload.", examples: ['Jane D.'] }),
    ),
    ...picture,
    caption: Nullable(
      Type.String({ description: 'Plain text below the picture. Null without one.', examples: ['By the window'] }),
    ),
    alt: Nullable(
      Type.String({
        description: 'Text that describes the picture to people who cannot see it.',
        examples: ['A blue mug on a sill'],
      }),
    ),
    productIds: Type.Array(Id, { description: 'Ids of the products in the picture, most important first.' }),
    permission: OneOf(permissions, { description: 'Permission to show the photo. Shoppers see only `granted` items.' }),
    permissionBy: Nullable(
      Type.Object(
        {
          type: Type.String({ description: 'Kind of the actor.', examples: ['visitor'] }),
          id: Type.Optional(
            Type.String({
              description: 'Id of the visitor, person or key.',
              examples: ['019a9f53-1e72-7b38-9ac6-a0b1c2d3e40a'],
            }),
          ),
        },
        {
          title: 'GalleryPermissionActor',
          description: 'Actor who set the permission. `visitor` is the author, through a form. Null until decided.',
        },
      ),
    ),
    permissionAt: Nullable(described(Instant, 'Time the permission was last set. Null until decided.')),
    isShown: Type.Boolean({ description: 'Whether shoppers see the item in a published gallery.' }),
    position: Type.Integer({ description: 'Sort position, ascending. Gaps are allowed.' }),
    translations: Translations,
    createdAt: described(Instant, 'Time the gallery item was created.'),
    updatedAt: described(Instant, 'Time the gallery item was last changed.'),
  },
  { title: 'GalleryItem' },
)
export type Item = Static<typeof Item>

export const Items = Type.Object(
  { data: Type.Array(Item, { description: 'Items of the gallery that were added.' }) },
  { title: 'GalleryItems' },
)
export const ItemPage = page(Item)
export const ItemFilters = pageQuery({
  permission: Type.Optional(AnyOf(permissions, { description: 'Filter: items with these permissions.' })),
})
export type ItemFilters = Static<typeof ItemFilters>

export const ItemOrder = Type.Object(
  {
    ids: Type.Array(Id, { maxItems: limits.items, description: 'Ids of all items of the gallery, in display order.' }),
  },
  { title: 'GalleryItemOrder' },
)

export const byItem = Type.Object({
  id: described(Id, 'Id of the gallery.'),
  itemId: described(Id, 'Id of the gallery item.'),
})

export const Candidate = Type.Object(
  {
    reviewPhotoId: described(Id, 'Id of a photo in the `photos` of a review.'),
    reviewId: described(Id, 'Id of the review.'),
    productId: described(Id, 'Id of the product.'),
    productTitle: Nullable(
      Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
    ),
    rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
    authorName: Type.String({ description: "Public name of the review's author.", examples: ['Jane D.'] }),
    incentive: Nullable(
      OneOf(incentives, { description: 'Reward the author got for the review. Null without a reward.' }),
    ),
    ...picture,
    itemId: Nullable({ ...Id, description: 'Id of the gallery item that has the photo. Null without one.' }),
    createdAt: described(Instant, 'Time the photo was received.'),
  },
  { title: 'GalleryCandidate' },
)
export type Candidate = Static<typeof Candidate>
export const CandidatePage = page(Candidate)
const candidateSorts = ['newest', 'oldest', 'product'] as const
export type CandidateSort = (typeof candidateSorts)[number]

export const CandidateFilters = pageQuery({
  sort: Type.Optional(
    OneOf(candidateSorts, {
      default: 'newest',
      description: 'Sort order: by the time the photo was received, or by the title of its product.',
    }),
  ),
  productId: Type.Optional({ ...Id, description: 'Filter: photos of reviews of this product.' }),
})
export type CandidateFilters = Static<typeof CandidateFilters>
