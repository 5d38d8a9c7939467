import { forEveryStore, removeInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { removeMailBefore } from '#platform/mail/mailbox.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import { announceChanged } from './changed.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/** As long as the links in them work. */
const keptMs = 400 * dayMs
/** As long as a failed one can be retried. */
const dataKeptMs = 30 * dayMs

/** Mail in the local mailbox is readable, with links that give access. */
const mailboxKeptMs = 30 * dayMs

export async function cleanMessages(ctx: CrossJobContext): Promise<void> {
  const [old, stale] = [keptMs, dataKeptMs].map((ms) => computeFirstId(ctx.now.getTime() - ms)) as [string, string]
  await forEveryStore(ctx, async (scope) => {
    await removeInBatches(ctx, scope, async (tx, limit) => {
      const gone = await store.removeBefore(tx, old, limit)
      announceChanged(tx, gone)
      return gone.length
    })
    await removeInBatches(ctx, scope, (tx, limit) => store.clearDataBefore(tx, stale, limit))
  })
  await cleanMailbox(ctx)
}

const mailsPerTransaction = 1000

async function cleanMailbox({ db, now, stopping }: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(now.getTime() - mailboxKeptMs)
  const removeSome = () => db.system('write', (tx) => removeMailBefore(tx, boundary, mailsPerTransaction))
  while ((await removeSome()) === mailsPerTransaction) if (stopping.aborted) return
}
