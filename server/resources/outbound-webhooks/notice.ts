import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import * as store from './store.ts'

type Notice = { storeEnvId: string; organizationId: string; endpointId: string; reason: string; to?: string }

/** Without `to` the notice is for all owners, and a separate job mails each of them. */
export async function notifyOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, endpointId, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, 'outbound_webhooks.tell_owners', notice)
  const [webhook, name] = await db.store(notice, 'read', async (tx) => [
    await store.findAny(tx, endpointId),
    await readStoreName(tx),
  ])
  if (!webhook || webhook.enabled) return
  // The mail names only the origin, because the path may contain a token and several people read the mail.
  const host = new URL(webhook.url).origin
  await services.mail.send({
    organizationId,
    to,
    ...buildMessage(host, name, notice.reason, subjectOf(webhook)),
  })
}

type Subject = 'ofStore' | 'ofGallery' | 'ofShop'

const subjectOf = (webhook: { gallery_id: string | null; shop_connection_id: string | null }): Subject => {
  if (webhook.shop_connection_id !== null) return 'ofShop'
  return webhook.gallery_id === null ? 'ofStore' : 'ofGallery'
}

const reasons: Record<string, string> = {
  gone: 'it answered 410 Gone, so it wants no more events',
  failing: 'every delivery of five days failed',
}

const again = {
  ofStore: `Nothing is lost: new events are stored for it. Once the receiver works again, enable the webhook
(PATCH /outbound-webhooks/:id with "enabled": true) and everything it missed is delivered. Deliveries
that failed permanently can be sent again: replay the days on which they failed.`,
  ofGallery: `It receives the leads of a gallery's form. Nothing is lost: the leads are in the gallery's list. Once the
receiver works again, save its address in the gallery's lead form once more, and everything it missed is delivered.`,
  ofShop: `It belongs to the plugin in your shop, which shows stars and reviews there. Restart the shop: the plugin then reports
to us, and everything it missed is delivered. The plugin also reads all stars again every night.`,
}

const buildMessage = (host: string, store: string, reason: string, subject: Subject) => ({
  subject: `A webhook of ${store} was disabled`,
  text: `The webhook of ${store} at ${host} was disabled: ${reasons[reason] ?? reason}.

${again[subject]}
`,
})
