import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { earliest, later } from '#platform/jobs/store-walk.ts'
import { deleteMailBefore } from '#platform/mail/mailbox.ts'
import { computeFirstId, timeOfId } from '#platform/values/ids.ts'
import { announceChanged } from './changed.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/** Messages are stored as long as the links in them work. */
const keptMs = 400 * dayMs
/** Data of a failed message is stored as long as the message can be retried. */
const dataKeptMs = 30 * dayMs

/** Mail in the local mailbox is stored for a shorter time, because it is readable and its links give access. */
const mailboxKeptMs = 30 * dayMs

export async function deleteOldMessages(ctx: CrossJobContext, scope: StoreScope): Promise<Date | undefined> {
  const [old, stale] = [keptMs, dataKeptMs].map((ms) => computeFirstId(ctx.now.getTime() - ms)) as [string, string]
  await deleteInBatches(ctx, scope, async (tx, limit) => {
    const gone = await store.deleteBefore(tx, old, limit)
    announceChanged(tx, gone)
    return gone.length
  })
  await deleteInBatches(ctx, scope, (tx, limit) => store.eraseDataBefore(tx, stale, limit), { isUpkeep: true })
  const oldest = await ctx.db.store(scope, 'read', store.findOldest)
  return earliest(
    oldest?.id && later(timeOfId(oldest.id), keptMs),
    oldest?.withData && later(timeOfId(oldest.withData), dataKeptMs),
  )
}

const mailsPerTransaction = 1000

export async function deleteOldMail({ db, now, stopping }: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(now.getTime() - mailboxKeptMs)
  const deleteSome = () => db.system('write', (tx) => deleteMailBefore(tx, boundary, mailsPerTransaction))
  while ((await deleteSome()) === mailsPerTransaction) if (stopping.aborted) return
}
