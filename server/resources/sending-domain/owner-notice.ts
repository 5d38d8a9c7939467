import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwners } from '#resources/account/owner-commands.ts'
import * as store from './store.ts'

type Notice = { storeEnvId: string; organizationId: string; domain: string; status: string; to?: string }

/** Without `to` the notice is for all owners, and a separate job mails each of them. */
export async function notifyOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, 'sending_domain.tell_owners', notice)
  const row = await db.store(notice, 'read', store.find)
  // The domain was repaired or replaced before the mail was sent.
  if (row.domain !== notice.domain || row.status !== notice.status) return
  await services.mail.send({ organizationId, to, ...buildMessage(notice, row.store_name ?? '', services.origin) })
}

function buildMessage({ domain, status }: Notice, store: string, origin: string) {
  if (status === 'degraded')
    return {
      subject: `Mail of ${store} is no longer sent from ${domain}`,
      text: `The DKIM record of ${domain} has been missing or wrong for 72 hours. Mail of ${store} is still sent, from our
address, and answers still reach you.

Put the record back as the admin application shows it (${origin}/admin). We check for it every hour. Once we find it,
mail is sent from ${domain} again.
`,
    }
  return {
    subject: `${domain} was not verified`,
    text: `The DKIM record of ${domain} was not found, so we stopped checking for it. Mail of ${store} is sent from our address.

Publish the record that the admin application shows (${origin}/admin), then press "Verify" there.
`,
  }
}
