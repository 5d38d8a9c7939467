import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { retryMessage } from './commands.ts'
import { EmailMessage, messageFilters } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email.list_messages',
    http: 'GET /email/messages',
    tenancy: 'store',
    doc: {
      summary: 'List emails',
      description: 'Newest first, sent or not, stored for 400 days. `email` matches the whole address, ignoring case.',
    },
    tool: 'list_email_messages',
    input: { query: pageQuery(messageFilters) },
    output: { body: page(EmailMessage) },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'email.get_message',
    http: 'GET /email/messages/:id',
    tenancy: 'store',
    doc: { summary: 'Get an email', description: 'Returns one email with its state, recipient and times.' },
    input: { params: byId },
    output: { body: EmailMessage },
    transaction: 'single-query',
    async run({ tx, params }) {
      const row = await store.find(tx, params.id)
      if (!row) throw notFound('message', params.id)
      return store.toMessage(row)
    },
  }),
  operation({
    id: 'email.retry_message',
    http: 'POST /email/messages/:id/retry',
    tenancy: 'store',
    doc: {
      summary: 'Retry a failed email',
      description:
        'All conditions are checked again. An email that was sent, or may have been (`unknown`), is never resent.',
    },
    input: { params: byId },
    output: { body: EmailMessage, status: 202, location: '/email/messages/:id', errors: ['not_retryable'] },
    run: ({ tx, params }) => retryMessage(tx, params.id),
  }),
]
