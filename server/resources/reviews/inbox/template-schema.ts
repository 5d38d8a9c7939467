import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant } from '#platform/values/wire.ts'
import { limits as ofReviews } from '../schema.ts'

export const limits = { title: 80, body: ofReviews.reply, templates: 100 } as const

const someText = { pattern: '\\S', 'x-expected': 'must hold more than spaces' }

const changeable = {
  title: Type.String({
    minLength: 1,
    maxLength: limits.title,
    ...someText,
    description: 'Internal title of the template. Customers never see it.',
    examples: ['Stoneware mug'],
  }),
  body: Type.String({
    minLength: 1,
    maxLength: limits.body,
    ...someText,
    description:
      "Text of the template. `{author}` and `{product}` are replaced by the author's name and the product title.",
    examples: ['Keeps tea hot for an hour.'],
  }),
}

export const NewReplyTemplate = Type.Object(changeable, { title: 'NewReplyTemplate' })
export type NewReplyTemplate = Static<typeof NewReplyTemplate>

export const ReplyTemplateChanges = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
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
    createdAt: described(Instant, 'Time the reply template was created.'),
    updatedAt: described(Instant, 'Time the reply template was last changed.'),
  },
  { title: 'ReplyTemplate' },
)
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const ReplyTemplatePage = page(ReplyTemplate)
export const ReplyTemplateQuery = pageQuery({})
