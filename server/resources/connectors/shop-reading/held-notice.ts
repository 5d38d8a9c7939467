import type { StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import * as store from './store.ts'

export const heldJob = 'shops.tell_held'

type Notice = { storeEnvId: string; organizationId: string; syncId: string; to?: string | undefined }

export const enqueueHeldNotice = (tx: StoreTx, syncId: string) =>
  enqueue(tx, heldJob, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, syncId })

export async function tellHeld({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, storeEnvId, to, syncId } = notice
  if (to === undefined) return enqueueForOwners({ db }, heldJob, notice)
  const found = await db.store(notice, 'read', async (tx) => ({
    run: await store.findAny(tx, syncId),
    name: await readStoreName(tx),
  }))
  if (found.run?.status !== 'held') return
  await services.mail.send({
    organizationId,
    to,
    subject: `${found.run.would_retire} variants of ${found.name} are no longer in the shop`,
    text: `The last reading of the shop of ${found.name} did not find ${found.run.would_retire} variants that are on sale
here. That is more than usual, so they were left as they are; everything else was brought up to date.

Look at the list, and confirm it if it is right:
${services.origin}/admin/stores/${storeEnvId}/settings/shop/reads/${syncId}
`,
  })
}
