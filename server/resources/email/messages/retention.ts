import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { earliest, later } from '#platform/jobs/store-walk.ts'
import { deleteMailBefore } from '#platform/mail/mailbox.ts'
import { computeFirstId, timeOfId } from '#platform/values/ids.ts'
import { definitions } from '../template-definitions/definitions.ts'
import { announceChanged } from './changed.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/** Messages are stored as long as the links in them work. */
const keptMs = 400 * dayMs
const shortLived = definitions.flatMap(({ name, keptDays }) => (keptDays === undefined ? [] : [name]))
const shortestMs = Math.min(...definitions.map(({ keptDays = 400 }) => keptDays)) * dayMs
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
  for (const { name, keptDays } of definitions) {
    if (keptDays === undefined) continue
    const before = new Date(ctx.now.getTime() - keptDays * dayMs)
    await deleteInBatches(ctx, scope, async (tx, limit) => {
      const gone = await store.deleteOfTemplate(tx, name, before, limit)
      announceChanged(tx, gone)
      return gone.length
    })
  }
  await deleteInBatches(ctx, scope, (tx, limit) => store.eraseDataBefore(tx, stale, limit), { isUpkeep: true })
  const oldest = await ctx.db.store(scope, 'read', (tx) => store.findOldest(tx, shortLived))
  return earliest(
    oldest?.id && later(timeOfId(oldest.id), keptMs),
    oldest?.shortLived && later(timeOfId(oldest.shortLived), shortestMs),
    oldest?.withData && later(timeOfId(oldest.withData), dataKeptMs),
  )
}

const mailsPerTransaction = 1000

export async function deleteOldMail({ db, now, stopping }: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(now.getTime() - mailboxKeptMs)
  const deleteSome = () => db.system('write', (tx) => deleteMailBefore(tx, boundary, mailsPerTransaction))
  while ((await deleteSome()) === mailsPerTransaction) if (stopping.aborted) return
}
