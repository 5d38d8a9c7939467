import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { insertions, pageTypes, widgets } from '../schema.ts'

export const ShownPlacementFilters = Type.Object({
  pageType: Type.Optional(
    OneOf(pageTypes, {
      description:
        'What kind of page asks. By default `product` where a product is named, else `category` where a category is, else `other`; `any` gives what is for all pages alone.',
    }),
  ),
  platformProductId: Type.Optional(
    Type.String({ maxLength: 255, description: "The shop platform's own id of the page's product." }),
  ),
  categoryId: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        "The shop platform's own id of the page's category, or ours. The categories of the product count too.",
    }),
  ),
  locale: Type.Optional({
    ...LanguageTag,
    description: "The reader's language, BCP 47: that translation, or the one of its language, or the text itself.",
  }),
  preview: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A token of `POST /placements/:id/preview`: its placement is among the answer wherever its page type and rule fit, in the place of another one, though it is a draft or not of this day. A token that does not hold shows nothing more.',
    }),
  ),
})
export type ShownPlacementFilters = Static<typeof ShownPlacementFilters>

export const ShownPlacement = Type.Object(
  {
    id: Id,
    widget: OneOf(widgets),
    selector: Type.String({ description: 'Of the element in the page; it may fit none.' }),
    insert: OneOf(insertions, { description: 'Where the widget stands, seen from that element.' }),
    settings: Type.Object(
      { galleryId: Nullable(Id), heading: Nullable(Type.String()), limit: Nullable(Type.Integer()) },
      { title: 'StorefrontPlacementSettings' },
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'Only there for the one that the token shows, when shoppers do not see it.' }),
    ),
  },
  { title: 'StorefrontPlacement' },
)
export type ShownPlacement = Static<typeof ShownPlacement>

export const ShownPlacements = Type.Object({ data: Type.Array(ShownPlacement) })
