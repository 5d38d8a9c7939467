// Owners are notified once. They are notified again only after the gap has fallen below their threshold.
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwnersIn, readStoreName } from '#resources/account/owner-commands.ts'
import { readSuppression } from './commands.ts'
import type { Suppression } from './schema.ts'
import * as store from './store.ts'

export const tellJob = 'evidence.tell_gap'

export async function checkGap(db: StoreDb, scope: StoreScope, now: Date): Promise<Date | undefined> {
  const meter = await db.store(scope, 'read', (tx) => readSuppression(tx, {}, now), { snapshot: true })
  await db.store(scope, 'write', (tx) => record(tx, meter))
  // The gap is checked again later, because the period of the meter moves with time.
  return meter.averageReceived === null && !meter.alert ? undefined : now
}

async function record(tx: StoreTx, meter: Suppression): Promise<void> {
  if (!meter.alert) await store.deleteAlert(tx)
  else if (await store.insertAlert(tx)) {
    const { storeEnvId, organizationId } = tx
    await enqueueForOwnersIn(tx, tellJob, { storeEnvId, organizationId, ...toGap(meter) })
  }
}

type Gap = { firstDay: string; lastDay: string; low: number; high: number; gap: number }

/** An alert exists only if both shares are known. */
const toGap = ({ from, to, low, high, gap }: Suppression): Gap => ({
  firstDay: from,
  lastDay: to,
  low: low.withheldShare ?? 0,
  high: high.withheldShare ?? 0,
  gap: gap ?? 0,
})

export async function mailGap({ db, services }: JobContext, notice: StoreScope & Gap & { to: string }): Promise<void> {
  const name = await db.store(notice, 'read', readStoreName)
  await services.mail.send({ organizationId: notice.organizationId, to: notice.to, ...buildMessage(name, notice) })
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const buildMessage = (name: string, { firstDay, lastDay, low, high, gap }: Gap) => ({
  subject: `${name} withholds low ratings more often than high ones`,
  text: `Of the reviews that came in for ${name} from ${firstDay} to ${lastDay} and were decided, ${percent(low)} of those with one
or two stars are withheld, and ${percent(high)} of those with four or five: a gap of ${(gap * 100).toFixed(1)} points.

There may be good reasons; every decision names its own. But a shop that holds back criticism misleads its customers, and in
many countries that is against the law. Look at what was rejected, marked as spam or deleted, under Moderation in the admin
application or by GET /evidence/suppression. A review is published after all by approving it.

You get this mail once, and again only after the gap has been below your limit (PUT /evidence/settings, alertGap).
`,
})
