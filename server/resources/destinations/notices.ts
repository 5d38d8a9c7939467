import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import type { Kind } from './schema.ts'
import { type NoticeKind, noticeJob } from './status.ts'
import * as store from './store.ts'

type Notice = {
  storeEnvId: string
  organizationId: string
  destinationId: string
  about: string
  to?: string | undefined
}

/** Without `to` the notice is for all owners, and a separate job mails each of them. */
export async function tellOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, storeEnvId, destinationId, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, noticeJob, notice)
  const found = await db.store(notice, 'read', async (tx) => ({
    row: await store.find(tx, destinationId),
    name: await readStoreName(tx),
  }))
  if (!found.row) return
  const { kind, status, statusReason } = found.row
  const about = notice.about as NoticeKind
  // Skips the notice if the destination works again.
  if (about === 'status' && status !== 'blocked' && status !== 'needs_reauth') return
  const link = `${services.origin}/admin/stores/${storeEnvId}/settings/destinations`
  await services.mail.send({
    organizationId,
    to,
    ...buildMessage(about, { kind, reason: statusReason, name: found.name, link }),
  })
}

export const destinationNames: Record<Kind, string> = {
  google_product: 'Google',
  shopify_rating: 'Shopify ratings',
  shopify_reviews: 'Shopify reviews',
  vendure_rating: 'Vendure ratings',
  medusa_rating: 'Medusa ratings',
  woocommerce_rating: 'WooCommerce ratings',
  meta_csv: 'the file for Meta',
}

const reasonTexts: Record<string, string> = {
  credentials_refused: 'the credentials were refused',
  fields_missing: 'the shop lacks the fields that show ratings',
  permission_missing: 'the connection is not allowed to write to the shop',
  account_not_allowed: 'Google refuses the account or its cloud project',
}

type Facts = { kind: Kind; reason: string | null; name: string; link: string }

function buildMessage(about: NoticeKind, { kind, reason, name, link }: Facts) {
  const place = destinationNames[kind]
  if (about === 'removals')
    return {
      subject: `Reviews of ${name} could not be removed at ${place}`,
      text: `Some reviews or ratings of ${name} were withdrawn more than a day ago, and their removal at ${place} still fails.
They may still be shown there. We go on trying every hour.

See which ones, and why:
${link}
`,
    }
  return {
    subject: `${name}: nothing new is sent to ${place}`,
    text: `Nothing new is sent to ${place}, because ${reasonTexts[reason ?? ''] ?? 'something must be changed there'}.
What waits is sent once it works again. Withdrawn reviews are still removed where that is possible.

See what to do:
${link}
`,
  }
}
