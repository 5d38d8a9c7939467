import type { Static } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueueSending } from '../commands.ts'
import { EmailSending } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email.get_sending',
    http: 'GET /email/sending',
    tenancy: 'store',
    doc: {
      summary: 'Get the state of email sending',
      description: 'Returns whether sending is paused, how many emails wait, and the results of recent emails.',
    },
    output: { body: EmailSending },
    run: ({ tx, services }) => read(tx, services),
  }),
  operation({
    id: 'email.resume_sending',
    http: 'POST /email/sending/resume',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Resume email sending',
      description:
        'Ends a pause for bounces or complaints. Earlier emails no longer count against the store. Without a pause, nothing changes.',
    },
    output: { body: EmailSending },
    async run({ tx, services, audit }) {
      if ((await store.resume(tx)) > 0) {
        await audit(tx, 'email.sending_resumed', { type: 'store', id: tx.storeEnvId })
        await enqueueSending(tx)
      }
      return read(tx, services)
    },
  }),
]

async function read(tx: StoreTx, { mail }: Services): Promise<Static<typeof EmailSending>> {
  const [status, reception, waiting] = [
    await store.findSendingStatus(tx),
    await store.countDeliverability(tx),
    await store.findWaiting(tx),
  ]
  return {
    transport: mail.transport,
    pausedAt: status?.paused_at ?? null,
    pausedReason: status?.paused_reason ?? null,
    reception,
    waiting: waiting?.count ?? 0,
    oldestDueAt: waiting?.oldest_due_at ?? null,
  }
}
