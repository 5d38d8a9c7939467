import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, notBlank } from '#platform/values/wire.ts'
import { limits as ofReviews } from '../schema.ts'

export const limits = { title: 80, body: ofReviews.reply, templates: 100, topics: 20, topic: 40 } as const

const changeable = {
  title: Type.String({
    minLength: 1,
    maxLength: limits.title,
    ...notBlank,
    description: 'Internal title of the template. Customers never see it.',
    examples: ['Thanks'],
  }),
  body: Type.String({
    minLength: 1,
    maxLength: limits.body,
    ...notBlank,
    description:
      "Text of the template. `{author}` and `{product}` are replaced by the author's name and the product title.",
    examples: ['Thank you, {author}! We are glad you like the {product}.'],
  }),
}

const suits = {
  ratings: Type.Array(Type.Integer({ minimum: 1, maximum: 5 }), {
    maxItems: 5,
    uniqueItems: true,
    description: 'Stars of the reviews that the template is suggested for. Empty for any rating.',
    examples: [[1, 2]],
  }),
  topics: Type.Array(Type.String({ minLength: 1, maxLength: limits.topic, ...notBlank }), {
    maxItems: limits.topics,
    description:
      'Words or phrases. The template is suggested for reviews that contain one of them. Empty for any text. The admin application compares the beginning of words and ignores case.',
    examples: [['shipping', 'arrived late']],
  }),
}

export const NewReplyTemplate = Type.Object(
  { ...changeable, ...Type.Partial(Type.Object(suits)).properties },
  { title: 'NewReplyTemplate' },
)
export type NewReplyTemplate = Static<typeof NewReplyTemplate>

export const ReplyTemplateChanges = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...changeable, ...suits })).properties,
    updatedAt: Type.Optional({
      ...Instant,
      description:
        'Value of `updatedAt` that you read. If the template was changed since, the call returns 409 and changes nothing.',
    }),
  },
  { title: 'ReplyTemplateChanges' },
)
export type ReplyTemplateChanges = Static<typeof ReplyTemplateChanges>

export const ReplyTemplate = Type.Object(
  {
    id: described(Id, 'Id of the reply template, a UUIDv7.'),
    ...changeable,
    ...suits,
    createdAt: described(Instant, 'Time the reply template was created.'),
    updatedAt: described(Instant, 'Time the reply template was last changed.'),
  },
  { title: 'ReplyTemplate' },
)
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const ReplyTemplatePage = page(ReplyTemplate)
export const ReplyTemplateQuery = pageQuery({})
