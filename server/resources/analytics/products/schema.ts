import { type Static, Type } from 'typebox'
import { page, pageParams } from '#platform/calls/paging/page.ts'
import { AnyOf, directions, OneOf } from '#platform/values/wire.ts'
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
      description: 'By how many reviews, by their average, or by how much needs attention.',
    }),
  ),
  direction: Type.Optional(OneOf(directions, { default: 'desc', description: '`desc` begins with the highest.' })),
  attention: Type.Optional(AnyOf(attentions, { description: 'Only products that need it for one of these reasons.' })),
  ...pageParams,
})
export type ProductQuery = Static<typeof productQuery>

const ProductRow = Type.Object(
  {
    product: ReviewedProduct,
    received: Count,
    averageRating: Average,
    previousAverage: { ...Average, description: 'Over as many days before `from`; null over nothing.' },
    lowShare: { ...Share, description: 'Of one and two stars.' },
    attention: Type.Array(OneOf(attentions), {
      description:
        '`average_fell`: by 0.5 or more, five reviews in either span. `low_unanswered`: one or two stars are shown and have had no answer for three days. `low_share`: 0.3 or more of at least five. `backlog`: five or more have been waiting for a decision for seven days.',
    }),
  },
  { title: 'ProductInsight' },
)
export type ProductRow = Static<typeof ProductRow>

const { interval: _, ...head } = ReportHead.properties

export const ProductReport = Type.Object(
  {
    ...head,
    total: Type.Object({ products: Count, received: Count }, { title: 'ProductTotal' }),
    ...page(ProductRow).properties,
  },
  { title: 'ProductAnalytics' },
)
export type ProductReport = Static<typeof ProductReport>
