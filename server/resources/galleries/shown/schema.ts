import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { incentives, LanguageTag } from '#resources/reviews/schema.ts'
import { ShownLeadForm } from '../lead-form/schema.ts'
import { layouts } from '../schema.ts'

export const ShownGalleryFilters = pageQuery({
  locale: Type.Optional({
    ...LanguageTag,
    description: "The reader's language, BCP 47: that translation, or the one of its language, or the text itself.",
  }),
})
export type ShownGalleryFilters = Static<typeof ShownGalleryFilters>

const ShownProduct = Type.Object(
  {
    platformProductId: Type.String(),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
    imageUrl: Nullable(Type.String()),
  },
  { title: 'StorefrontGalleryProduct' },
)

const ShownItem = Type.Object(
  {
    id: Id,
    url: Type.String(),
    cardUrl: Nullable(Type.String({ description: 'At most 640 × 640.' })),
    thumbUrl: Nullable(Type.String({ description: 'Its middle of interest, 160 × 160.' })),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    alt: Type.String({ description: 'Empty where the store says nothing.' }),
    caption: Nullable(Type.String()),
    authorName: Nullable(Type.String({ description: "The review's author; null for a picture of the store's own." })),
    incentive: Nullable(OneOf(incentives, { description: 'What the author was given for writing; it must be shown.' })),
    products: Type.Array(ShownProduct, { description: 'Those that are active.' }),
  },
  { title: 'StorefrontGalleryItem' },
)
export type ShownItem = Static<typeof ShownItem>

export const ShownGallery = Type.Object(
  {
    id: Id,
    title: Nullable(Type.String()),
    descriptionHtml: Type.String({ description: 'May stand in a page as it is; empty where there is none.' }),
    layout: OneOf(layouts),
    columns: Type.Integer(),
    items: Type.Array(ShownItem),
    pagination: page(ShownItem).properties.pagination,
    leadForm: Nullable({
      ...ShownLeadForm,
      description: 'The form below the pictures; null where the store has none.',
    }),
  },
  { title: 'StorefrontGallery' },
)
export type ShownGallery = Static<typeof ShownGallery>
