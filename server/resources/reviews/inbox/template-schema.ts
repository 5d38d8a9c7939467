// The wire shapes of reply templates.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant } from '#platform/values/wire.ts'
import { limits as ofReviews } from '../schema.ts'

export const limits = { title: 80, body: ofReviews.reply, templates: 100 } as const

const someText = { pattern: '\\S', 'x-expected': 'must hold more than spaces' }

const changeable = {
  title: Type.String({
    minLength: 1,
    maxLength: limits.title,
    ...someText,
    description: 'How the store itself calls it. Customers do not see it.',
  }),
  body: Type.String({
    minLength: 1,
    maxLength: limits.body,
    ...someText,
    description:
      'What a reply begins as. `{author}` and `{product}` are where the name of the author and the title of the product go.',
  }),
}

export const NewReplyTemplate = Type.Object(changeable, { title: 'NewReplyTemplate' })
export type NewReplyTemplate = Static<typeof NewReplyTemplate>

export const ReplyTemplateChanges = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    updatedAt: Type.Optional({
      ...Instant,
      description: 'As you read it: where somebody has changed the template since, this is 409 and changes nothing.',
    }),
  },
  { title: 'ReplyTemplateChanges' },
)
export type ReplyTemplateChanges = Static<typeof ReplyTemplateChanges>

export const ReplyTemplate = Type.Object(
  { id: Id, ...changeable, createdAt: Instant, updatedAt: Instant },
  { title: 'ReplyTemplate' },
)
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const ReplyTemplatePage = page(ReplyTemplate)
export const ReplyTemplateQuery = pageQuery({})
