import { enqueueAll, type JobContext } from '#platform/jobs.ts'
import * as store from './store.ts'

type Notice = { storeEnvId: string; organizationId: string; endpointId: string; reason: string; to?: string }

/** First finds the owners, then mails each by a job of its own: one address that fails repeats no other's mail. */
export async function tellOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, endpointId, to } = notice
  if (to === undefined) {
    await db.organization(organizationId, 'write', async (tx) => {
      const owners = await store.listOwners(tx)
      const jobs = owners.map(({ email }) => ({ ...notice, to: email }))
      if (jobs.length > 0) await enqueueAll(tx, 'outbound_webhooks.tell_owners', jobs)
    })
    return
  }
  const [webhook, name] = await db.store(notice, 'read', async (tx) => [
    await store.find(tx, endpointId),
    await store.findStoreName(tx),
  ])
  if (!webhook || webhook.enabled) return
  // The path may carry a token, and mail is read by many.
  const host = new URL(webhook.url).origin
  await services.mail.send({ organizationId, to, ...messageOf(host, name, notice.reason) })
}

const reasons: Record<string, string> = {
  gone: 'it answered 410 Gone, which asks to be left alone',
  failing: 'nothing but failures came of five days of deliveries',
}

const messageOf = (host: string, store: string, reason: string) => ({
  subject: `A webhook of ${store} was disabled`,
  text: `The webhook of ${store} at ${host} was disabled: ${reasons[reason] ?? reason}.

Nothing is lost: what happens from now on is kept for it. Once the receiver works again, enable the webhook
(PATCH /outbound-webhooks/:id with "enabled": true) and everything it missed is delivered. What failed for good before
can be delivered again with a replay of that time.
`,
})
