import { type Static, Type } from 'typebox'
import { page, pageParams } from '#platform/calls/paging/page.ts'
import { AnyOf, described, directions, OneOf } from '#platform/values/wire.ts'
import { ReviewedProduct } from '#resources/reviews/schema.ts'
import { Average, Count, ReportHead, Share, spanQuery } from '../schema.ts'

export const attentions = ['average_fell', 'low_unanswered', 'low_share', 'backlog'] as const
export type Attention = (typeof attentions)[number]
export const sorts = ['reviews', 'average', 'attention'] as const
export type Sort = (typeof sorts)[number]

export const productQuery = spanQuery({
  sort: Type.Optional(
    OneOf(sorts, {
      default: 'reviews',
      description: 'Sort order: number of `reviews`, `average`, or number of warnings.',
    }),
  ),
  direction: Type.Optional(
    OneOf(directions, { default: 'desc', description: 'Sort direction. `desc` lists the highest first.' }),
  ),
  attention: Type.Optional(AnyOf(attentions, { description: 'Filter: products with one of these warnings.' })),
  ...pageParams,
})
export type ProductQuery = Static<typeof productQuery>

const ProductRow = Type.Object(
  {
    product: ReviewedProduct,
    received: described(Count, 'Number of reviews received.'),
    averageRating: described(Average, 'Average stars, to two decimals. Null without reviews.'),
    previousAverage: {
      ...Average,
      description: 'Average stars in the period of equal length before `from`, to two decimals. Null without reviews.',
    },
    lowShare: { ...Share, description: 'Share of reviews with one or two stars, 0 to 1. Null without reviews.' },
    attention: Type.Array(OneOf(attentions), {
      description:
        'Warnings. `average_fell`: by 0.5 or more, with at least five reviews in each period. `low_unanswered`: a review with one or two stars has no reply after three days. `low_share`: `lowShare` is 0.3 or more, with at least five reviews. `backlog`: five or more reviews are undecided after seven days.',
    }),
  },
  { title: 'ProductInsight' },
)
export type ProductRow = Static<typeof ProductRow>

const { interval: _, ...head } = ReportHead.properties

export const ProductReport = Type.Object(
  {
    ...head,
    total: Type.Object(
      { products: described(Count, 'Number of products.'), received: described(Count, 'Number of reviews received.') },
      { title: 'ProductTotal' },
    ),
    ...page(ProductRow).properties,
  },
  { title: 'ProductAnalytics' },
)
export type ProductReport = Static<typeof ProductReport>
