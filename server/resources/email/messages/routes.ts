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
    summary: 'List the mail of this store, newest first: what was sent, and what was not and why.',
    description: 'Messages are kept for 400 days. `email` is compared with the whole address, whatever its case.',
    query: pageQuery(messageFilters),
    returns: page(EmailMessage),
    oneQuery: true,
    tool: 'list_email_messages',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'email.get_message',
    http: 'GET /email/messages/:id',
    tenancy: 'store',
    summary: 'Read one message of the log.',
    params: byId,
    returns: EmailMessage,
    oneQuery: true,
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
    summary: 'Send a failed message again.',
    description:
      'Everything is asked again first: whether it is still wanted, and whether the person may be written to. A message that was sent, or may have been (`unknown`), is never sent again.',
    params: byId,
    returns: EmailMessage,
    status: 202,
    location: '/email/messages/:id',
    errors: ['not_retryable'],
    run: ({ tx, params }) => retryMessage(tx, params.id),
  }),
]
