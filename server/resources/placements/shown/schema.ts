import { type Static, Type } from 'typebox'
import { described, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { insertions, pageTypes, Subject, widgets } from '../schema.ts'

export const ShownPlacementFilters = Type.Object({
  pageType: Type.Optional(
    OneOf(pageTypes, {
      description:
        'Type of the requesting page. Default: `product` with a product, `category` with a category, else `other`. `any` returns only placements for all pages.',
    }),
  ),
  platformProductId: Type.Optional(
    Type.String({ maxLength: 255, description: "Id of the page's product in the shop.", examples: ['mug-01'] }),
  ),
  categoryId: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Id of the page's category, ours or the shop's. Categories of the product count too.",
    }),
  ),
  locale: Type.Optional({
    ...LanguageTag,
    description: 'Language of the reader, as a BCP 47 tag. Without a translation, the original text is returned.',
    examples: ['en'],
  }),
  preview: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Token from `POST /placements/:id/preview`. It adds its placement on matching pages, even as a draft or outside its dates. An invalid token is ignored.',
    }),
  ),
})
export type ShownPlacementFilters = Static<typeof ShownPlacementFilters>

export const ShownPlacement = Type.Object(
  {
    id: described(Id, 'Id of the placement, a UUIDv7.'),
    widget: OneOf(widgets, { description: 'Kind of the widget.' }),
    selector: Type.String({
      description: 'CSS selector of the element in the page. It may match nothing.',
      examples: ['#product .description'],
    }),
    insert: OneOf(insertions, { description: 'Position of the widget relative to the element.' }),
    settings: Type.Object(
      {
        galleryId: Nullable(described(Id, 'Id of the gallery to show. Null for other widgets.')),
        heading: Nullable(
          Type.String({
            description: 'Heading of the widget. Null uses the default.',
            examples: ['What others say'],
          }),
        ),
        limit: Nullable(Type.Integer({ description: "Number of items shown first. Null uses the widget's default." })),
        subject: Subject,
      },
      { title: 'StorefrontPlacementSettings' },
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'Whether the placement shows only because of the preview token.' }),
    ),
  },
  { title: 'StorefrontPlacement' },
)
export type ShownPlacement = Static<typeof ShownPlacement>

export const ShownPlacements = Type.Object({
  data: Type.Array(ShownPlacement, { description: 'Placements of the page.' }),
})
