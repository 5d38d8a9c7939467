import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { changeTemplate, createTemplate, removeTemplate } from './template-commands.ts'
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
    summary: 'List what the store often answers, newest first.',
    query: ReplyTemplateQuery,
    returns: ReplyTemplatePage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'reviews.create_reply_template',
    http: 'POST /reviews/reply-templates',
    tenancy: 'store',
    summary: 'Keep a text to begin replies with.',
    description: 'A store has up to 100. What a reply says is sent with the review itself: a template sends nothing.',
    body: NewReplyTemplate,
    returns: ReplyTemplate,
    status: 201,
    location: '/reviews/reply-templates',
    errors: ['limit_reached'],
    async run({ tx, body, audit }) {
      const template = await createTemplate(tx, body)
      await audit(tx, 'reply_template.created', targetOf(template))
      return template
    },
  }),
  operation({
    id: 'reviews.update_reply_template',
    http: 'PATCH /reviews/reply-templates/:id',
    tenancy: 'store',
    summary: 'Change a reply template.',
    description: 'What is not named stays. Replies that were begun with it stay as they are.',
    params: byId,
    body: ReplyTemplateChanges,
    returns: ReplyTemplate,
    errors: ['conflict'],
    run: ({ tx, params, body }) => changeTemplate(tx, params.id, body),
  }),
  operation({
    id: 'reviews.delete_reply_template',
    http: 'DELETE /reviews/reply-templates/:id',
    tenancy: 'store',
    summary: 'Delete a reply template.',
    params: byId,
    async run({ tx, params, audit }) {
      await audit(tx, 'reply_template.deleted', targetOf(await removeTemplate(tx, params.id)))
      return undefined
    },
  }),
]

const targetOf = ({ id, title }: Pick<ReplyTemplate, 'id' | 'title'>) => ({ type: 'reply_template', id, name: title })
