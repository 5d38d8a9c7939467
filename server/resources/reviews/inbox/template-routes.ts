import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeTemplate, createTemplate, deleteTemplate } from './template-commands.ts'
import {
  NewReplyTemplate,
  ReplyTemplate,
  ReplyTemplateChanges,
  ReplyTemplatePage,
  ReplyTemplateQuery,
} from './template-schema.ts'
import * as store from './template-store.ts'

export default [
  operation({
    id: 'reviews.list_reply_templates',
    http: 'GET /reviews/reply-templates',
    tenancy: 'store',
    doc: {
      chapter: 'review-inbox',
      summary: 'List reply templates, newest first',
      description: "Returns the store's reply templates, newest first, one page at a time.",
    },
    input: { query: ReplyTemplateQuery },
    output: { body: ReplyTemplatePage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'reviews.create_reply_template',
    http: 'POST /reviews/reply-templates',
    tenancy: 'store',
    doc: {
      chapter: 'review-inbox',
      summary: 'Create a reply template',
      description:
        'A store can have 100 templates. A template sends nothing. To reply, send its text as `reply` of the review.',
    },
    input: {
      body: withExample(NewReplyTemplate, {
        title: 'Thanks',
        body: 'Thank you, {author}! We are glad you like the {product}.',
      }),
    },
    output: { body: ReplyTemplate, status: 201, location: '/reviews/reply-templates', errors: ['limit_reached'] },
    async run({ tx, body, audit }) {
      const template = await createTemplate(tx, body)
      await audit(tx, 'reply_template.created', toTarget(template))
      return template
    },
  }),
  operation({
    id: 'reviews.update_reply_template',
    http: 'PATCH /reviews/reply-templates/:id',
    tenancy: 'store',
    doc: {
      chapter: 'review-inbox',
      summary: 'Update a reply template',
      description: 'Omitted fields keep their values. Existing replies stay as they are.',
    },
    input: { params: byId, body: withExample(ReplyTemplateChanges, { title: 'Thanks for five stars' }) },
    output: { body: ReplyTemplate, errors: ['conflict'] },
    run: ({ tx, params, body }) => changeTemplate(tx, params.id, body),
  }),
  operation({
    id: 'reviews.delete_reply_template',
    http: 'DELETE /reviews/reply-templates/:id',
    tenancy: 'store',
    doc: {
      chapter: 'review-inbox',
      summary: 'Delete a reply template',
      description: 'Deletes a reply template. Replies that were sent stay as they are.',
    },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await audit(tx, 'reply_template.deleted', toTarget(await deleteTemplate(tx, params.id)))
      return undefined
    },
  }),
]

const toTarget = ({ id, title }: Pick<ReplyTemplate, 'id' | 'title'>) => ({ type: 'reply_template', id, name: title })
