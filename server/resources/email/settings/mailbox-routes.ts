import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { deleteAllMail } from '#platform/mail/mailbox.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { MailboxCleared, MailboxItem, MailboxMessage } from './mailbox-schema.ts'
import * as store from './mailbox-store.ts'

const isOwner = ({ role }: Caller) => role === 'OWNER'

export default [
  operation({
    id: 'email.list_mailbox',
    http: 'GET /email/mailbox',
    tenancy: 'store',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'List emails in the local mailbox, newest first',
      description:
        'Without a mail server (`SMTP_URL`), emails are stored here for 30 days and never sent. Owners also see emails to members.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(MailboxItem) },
    run: ({ tx, query, caller }) => store.list(tx, query, isOwner(caller)),
  }),
  operation({
    id: 'email.get_mailbox_message',
    http: 'GET /email/mailbox/:id',
    tenancy: 'store',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Get an email of the local mailbox',
      description: 'Returns one email of the local mailbox with its headers, text and HTML.',
    },
    input: { params: byId },
    output: { body: MailboxMessage, secret: true },
    async run({ tx, params, caller }) {
      const row = await store.find(tx, params.id, isOwner(caller))
      if (!row) throw notFound('mail', params.id)
      return store.toMessage(row)
    },
  }),
  operation({
    id: 'email.clear_mailbox',
    http: 'DELETE /email/mailbox',
    tenancy: 'store',
    access: { role: 'ADMIN', session: true },
    doc: { summary: 'Empty the local mailbox', description: "Deletes this store's emails in the local mailbox." },
    output: { body: MailboxCleared },
    run: async ({ tx }) => ({ removed: await deleteAllMail(tx) }),
  }),
]
