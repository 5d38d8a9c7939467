import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { incentives, LanguageTag } from '#resources/reviews/schema.ts'
import { ShownLeadForm } from '../lead-form/schema.ts'
import { layouts } from '../schema.ts'

export const ShownGalleryFilters = pageQuery({
  locale: Type.Optional({
    ...LanguageTag,
    description: 'Language of the reader, as a BCP 47 tag. Without a translation, the original text is returned.',
    examples: ['en'],
  }),
})
export type ShownGalleryFilters = Static<typeof ShownGalleryFilters>

const ShownProduct = Type.Object(
  {
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    title: Nullable(
      Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
    ),
    url: Nullable(
      Type.String({
        description: 'Address of the product page in the shop. Null if unknown.',
        examples: ['https://shop.acme.example/products/mug'],
      }),
    ),
    imageUrl: Nullable(
      Type.String({
        description: 'Address of a picture of the product. Null without one.',
        examples: ['https://shop.acme.example/images/mug.jpg'],
      }),
    ),
  },
  { title: 'StorefrontGalleryProduct' },
)

const ShownItem = Type.Object(
  {
    id: described(Id, 'Id of the gallery item, a UUIDv7.'),
    url: Type.String({
      description: 'Address of the picture, scaled to at most 1600 × 1600 pixels.',
      examples: ['https://reviews.acme.example/media/photos/9f50-full.webp'],
    }),
    cardUrl: Nullable(
      Type.String({
        description: 'Address of the picture scaled to at most 640 × 640 pixels. Null until that file exists.',
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
    alt: Type.String({
      description: 'Text that describes the picture to people who cannot see it. Empty without one.',
      examples: ['A blue mug on a sill'],
    }),
    caption: Nullable(
      Type.String({ description: 'Plain text below the picture. Null without one.', examples: ['By the window'] }),
    ),
    authorName: Nullable(
      Type.String({
        description: "Public name of the review's author. Null for the store's own pictures.",
        examples: ['Jane D.'],
      }),
    ),
    incentive: Nullable(
      OneOf(incentives, {
        description: 'Reward the author got for the review. The law requires shops to show it. Null without a reward.',
      }),
    ),
    products: Type.Array(ShownProduct, { description: 'Active products in the picture.' }),
  },
  { title: 'StorefrontGalleryItem' },
)
export type ShownItem = Static<typeof ShownItem>

export const ShownGallery = Type.Object(
  {
    id: described(Id, 'Id of the gallery, a UUIDv7.'),
    title: Nullable(
      Type.String({ description: 'Title above the pictures. Null without one.', examples: ['Seen at your homes'] }),
    ),
    descriptionHtml: Type.String({
      description: 'Description as sanitised HTML, safe to embed in a page. Empty without one.',
      examples: ['<p>Pictures that <strong>you</strong> sent us.</p>\n'],
    }),
    layout: OneOf(layouts, {
      description: 'Arrangement of the pictures: `grid` in rows, `carousel` one after another, `masonry` in columns.',
    }),
    columns: Type.Integer({ description: 'Maximum number of pictures in a row.' }),
    items: Type.Array(ShownItem, { description: 'One page of pictures, in display order.' }),
    pagination: page(ShownItem).properties.pagination,
    leadForm: Nullable({
      ...ShownLeadForm,
      description: 'Lead form below the pictures. Null without one.',
    }),
  },
  { title: 'StorefrontGallery' },
)
export type ShownGallery = Static<typeof ShownGallery>
