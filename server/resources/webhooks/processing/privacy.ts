import { ShopFailure } from '#integrations/shops/shop.ts'
import { auditAs } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { disconnectShop, findShop, markUninstalled } from '#resources/connectors/shops/commands.ts'
import { erasePerson } from '#resources/erasure/commands.ts'
import { eraseOrderBuyers, listBuyerEmails, listShopOrdersOfPeople } from '#resources/orders/commands.ts'
import { tellJob } from '../notice.ts'
import { eraseConnectionBodies } from '../retention.ts'
import * as store from '../store.ts'
import type { Group, Work } from './work.ts'

const audit = auditAs({ type: 'system', name: 'Shopify' })
const peopleAtOnce = 20

/** A late duplicate may concern an earlier installation, so it is ignored if the shop still grants access. */
export async function uninstall(work: Work, { rows }: Group): Promise<void> {
  const occurredAt = rows[0]?.occurredAt ?? null
  const isOld = occurredAt !== null && Date.parse(occurredAt) < work.connectionChangedAt.getTime()
  if (isOld && (await isLetIn(work)))
    return work.settle({ rows, state: 'ignored', error: 'The app was installed again after this event.' })
  await work.settle({ rows, state: 'processed' }, (tx) =>
    markUninstalled(tx, work.connectionId, 'The app was removed from the shop.'),
  )
}

async function isLetIn(work: Work): Promise<boolean> {
  try {
    await (await work.shop()).check()
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.code === 'credentials_refused') return false
    throw error
  }
}

export const tellOfRequest = (work: Work, { rows }: Group): Promise<void> =>
  work.settle({ rows, state: 'processed' }, async (tx) => {
    for (const { id } of rows) await enqueue(tx, tellJob, { ...work.scope, webhookId: id })
  })

export const eraseCustomer = (
  work: Work,
  { rows }: Group,
  { email, platformOrderIds }: { email: string | null; platformOrderIds: readonly string[] },
): Promise<void> =>
  work.settle({ rows, state: 'processed' }, async (tx) => {
    await erasePeople(work, tx, email, platformOrderIds)
    await store.eraseBodies(
      tx,
      rows.map(({ id }) => id),
    )
  })

async function erasePeople(
  work: Work,
  tx: StoreTx,
  email: string | null,
  platformOrderIds: readonly string[],
  { keepsReviews = false } = {},
): Promise<void> {
  const { secrets } = work.ctx.services
  const people = new Set((await listBuyerEmails(tx, platformOrderIds)).map(normalizeEmail))
  if (email !== null) people.add(normalizeEmail(email))
  for (const person of [...people].sort())
    await erasePerson(tx, { audit, secrets }, work.areas, person, { keepsReviews })
  const about = await store.listOfResources(tx, platformOrderIds)
  await store.eraseBodies(
    tx,
    about.map(({ id }) => id),
  )
  await eraseOrderBuyers(tx, platformOrderIds)
}

/**
 * Runs in small transactions, because a shop may have a million buyers. Each transaction continues where the previous one
 * ended.
 */
export async function eraseShop(work: Work, { rows }: Group): Promise<void> {
  const { ctx, scope, connectionId } = work
  const ids = rows.map(({ id }) => id)
  await ctx.db.store(scope, 'write', async (tx) => {
    if (await findShop(tx, connectionId)) await disconnectShop(tx, audit, connectionId)
  })
  for (;;) {
    const erased = await ctx.db.store(scope, 'write', async (tx) => {
      const orders = await listShopOrdersOfPeople(tx, peopleAtOnce)
      if (orders.length > 0) await erasePeople(work, tx, null, orders, { keepsReviews: true })
      return orders.length
    })
    if (erased === 0) break
    if (ctx.stopping.aborted) throw new Error('The process was asked to stop.')
  }
  await eraseConnectionBodies(ctx, { ...scope, connectionId })
  await work.settle({ rows, state: 'processed' }, (tx) => store.eraseBodies(tx, ids))
}
