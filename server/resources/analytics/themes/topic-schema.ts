import { type Static, Type } from 'typebox'
import { described, Id, Instant } from '#platform/values/wire.ts'
import { Average, Count, ReportHead, Share, spanQuery } from '../schema.ts'

export const topicLimits = { terms: 100_000, answered: 50, quotes: 4, sentence: 300 } as const

export const topicQuery = spanQuery({
  minReviews: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 100_000, default: 3, description: 'Minimum number of reviews of a topic.' }),
  ),
})

const Quote = Type.Object(
  {
    reviewId: described(Id, 'Id of the review.'),
    rating: Type.Integer({ description: 'Stars of the review.', examples: [2] }),
    submittedAt: described(Instant, 'Time the review was submitted.'),
    sentence: Type.String({
      description: `Sentence of the title or body, unchanged. A sentence of more than ${topicLimits.sentence} characters is shortened to a part.`,
      examples: ['It runs very small.'],
    }),
  },
  { title: 'TopicQuote' },
)

const counts = {
  topic: Type.String({
    description: 'One word or two, in lower case, in their most frequent form.',
    examples: ['runs small'],
  }),
  language: Type.String({ description: 'Language of the reviews, as an ISO 639 code.', examples: ['en'] }),
  reviews: described(Count, 'Number of reviews with the topic.'),
  averageRating: described(Average, 'Average stars, to two decimals. Null without reviews.'),
  low: { ...Count, description: 'Number of reviews of the topic with one or two stars.' },
  high: { ...Count, description: 'Number of reviews of the topic with four or five stars.' },
  lowShare: described(Share, 'Share of these reviews with one or two stars, 0 to 1, to four decimals.'),
}

export const Topic = Type.Object(
  {
    ...counts,
    quotes: Type.Array(Quote, {
      description: `Up to ${topicLimits.quotes} sentences with the topic, newest first. Half of them have one or two stars, if there are as many. Absent from CSV.`,
    }),
  },
  { title: 'Topic' },
)
export type Topic = Static<typeof Topic>
export type TopicCounts = Omit<Topic, 'quotes'>

const { interval: _, ...head } = ReportHead.properties

export const TopicReport = Type.Object(
  {
    ...head,
    total: Type.Object({ reviews: described(Count, 'Number of reviews read.') }, { title: 'TopicTotal' }),
    data: Type.Array(Topic, { description: 'Topics, most frequent first.' }),
  },
  { title: 'TopicAnalytics' },
)
export type TopicReport = Static<typeof TopicReport>
