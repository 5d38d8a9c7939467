// Notifies owners when a buyer requests their data. The platform does not reply to the buyer, so the merchant must.
import { parseJson, readId, readText, toRecord } from '#integrations/shops/fields.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { last4 } from '#platform/values/mask.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import * as store from './store.ts'

export const tellJob = 'webhooks.tell_of_request'

type Notice = { storeEnvId: string; organizationId: string; webhookId: string; to?: string | undefined }

/** A notice without `to` is for all owners. Each owner is mailed by a separate job. */
export async function tellOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, webhookId, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, tellJob, notice)
  const [webhook, name] = await db.store(notice, 'read', async (tx) => [
    await store.find(tx, webhookId),
    await readStoreName(tx),
  ])
  // The data has been erased since the webhook arrived, so we send no notice.
  if (!webhook?.body) return
  const said = toRecord(parseJson(webhook.body))
  // The email address is masked, because it would stay in mailboxes after an erasure.
  const address = last4(readText(toRecord(said.customer).email))
  const orders = Array.isArray(said.orders_requested)
    ? said.orders_requested.slice(0, 50).flatMap((id) => readId(id) ?? [])
    : []
  await services.mail.send({
    organizationId,
    to,
    subject: `A customer of ${name} asks for their data`,
    text: `A customer of ${name} has asked at Shopify what is held of them.
${address ? `\nThe name in their address ends in “${address}”.` : ''}${orders.length > 0 ? `\nThese are their orders at Shopify: ${orders.join(', ')}.` : ''}

You have 30 days to send it to them. What is held here is in the export of that customer, under Customers:
${services.origin}/admin
`,
  })
}
