import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import { findSendingStatus } from './store.ts'

type Notice = { storeEnvId: string; organizationId: string; reason: string; to?: string }

/** Without `to`, enqueues one job per owner. With `to`, mails that owner. */
export async function notifyOwnersOfPause({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, 'email.tell_paused', notice)
  const [status, name] = await db.store(notice, 'read', async (tx) => [
    await findSendingStatus(tx),
    await readStoreName(tx),
  ])
  if (!status?.paused_at) return
  await services.mail.send({ organizationId, to, ...buildMessage(name, notice.reason) })
}

const reasons: Record<string, string> = {
  hard_bounces: 'more than 5 % of the last mails went to addresses that do not exist',
  complaints: 'more than 0.3 % of the last mails were reported as unwanted',
}

const buildMessage = (store: string, reason: string) => ({
  subject: `The mail of ${store} is paused`,
  text: `Review requests and other mail that nobody waits for are no longer sent for ${store}: ${reasons[reason] ?? reason}.

Mailbox providers hold such mail against everything the shop sends. Look at the log (GET /email/messages) and at where the
addresses come from. Nothing is lost: what is due waits. Once the cause is found, resume with POST /email/sending/resume.
`,
})
