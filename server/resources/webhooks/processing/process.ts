// One transaction writes the effect and marks the webhook, so after a crash nothing is written twice.
import { ShopFailure, type WebhookMeaning } from '#integrations/shops/shop.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, nextRunOfStore, resumable, TakeoverError } from '#platform/jobs/resumable.ts'
import { retryTransient } from '#platform/process/retry.ts'
import {
  findShopEver,
  markUninstalled,
  openShop,
  requireAdapter,
  shopTools,
} from '#resources/connectors/shops/commands.ts'
import { processJob } from '../commands.ts'
import { mostAttempts, nextAttempt } from '../rules.ts'
import * as store from '../store.ts'
import { applyOrder, applyOrderDeletion, applyProduct } from './catalogue.ts'
import { eraseCustomer, eraseShop, tellOfRequest, uninstall } from './privacy.ts'
import type { Group, Outcome, Work } from './work.ts'

/** A job ends after this time and the next job continues, so a shutdown never waits for a long queue. */
const jobMs = 20_000
const atOnce = 20

type ShopRow = NonNullable<Awaited<ReturnType<typeof findShopEver>>>

type Others = Pick<Work, 'areas' | 'hearers'>

export async function processWebhooks(ctx: JobContext, scope: StoreScope, others: Others): Promise<void> {
  const endsAt = performance.now() + jobMs
  const write = <T>(work: (tx: StoreTx) => Promise<T>) => retryTransient(() => ctx.db.store(scope, 'write', work))
  while (performance.now() < endsAt && !ctx.stopping.aborted) {
    const hasClaimed = await resumable<readonly store.ClaimedWebhook[], true>(ctx, {
      scope,
      next: () => nextRunOfStore(processJob, scope),
      async claim(tx, { holder, until }) {
        const rows = await store.claim(tx, holder, until, atOnce)
        return rows.length > 0 ? rows : undefined
      },
      async renew(tx, { holder, until }, claimed) {
        return (await store.extend(tx, idsOf({ rows: claimed }), holder, until)) > 0
      },
      async run(claimed, lease) {
        for (const [connectionId, rows] of Map.groupBy(claimed, (row) => row.connectionId))
          await processRows(ctx, scope, others, lease, connectionId, rows)
        return true
      },
    })
    if (!hasClaimed) break
  }
  await write(async (tx) => {
    const next = await store.findNextDue(tx)
    await wakeForNext(tx, processJob, next)
    // The wake-up runs at a full minute, at least a minute from now. The job added here runs earlier. If this job is
    // lost, the wake-up replaces it.
    const inMs = (next?.getTime() ?? 0) - tx.now.getTime()
    if (inMs > 0) await enqueue(tx, processJob, scope, { key: `${processJob} later:${scope.storeEnvId}`, inMs })
  })
}

async function processRows(
  ctx: JobContext,
  scope: StoreScope,
  others: Others,
  { holder, signal }: Lease,
  connectionId: string,
  rows: readonly store.ClaimedWebhook[],
): Promise<void> {
  const row = await ctx.db.store(scope, 'read', (tx) => findShopEver(tx, connectionId))
  const tools = shopTools(ctx.services, { signal })
  let opened: ReturnType<typeof openShop> | undefined
  const work: Work = {
    ctx,
    scope,
    ...others,
    connectionId,
    connectedAt: new Date(row?.first_connected_at ?? row?.created_at ?? ctx.now),
    connectionChangedAt: new Date(row?.updated_at ?? ctx.now),
    isRemoved: !row || row.status === 'removed',
    async shop() {
      opened ??= openShop(ctx, scope, connectionId, tools)
      const found = await opened
      if (!found) throw new ShopFailure('credentials_refused', 'The shop is not connected any more.')
      return found.shop
    },
    settle: (outcome, effect) => settle(ctx, scope, holder, outcome, effect),
  }
  let away: ShopFailure | undefined
  try {
    for (const group of groupWebhooks(ctx, row, rows)) {
      if (ctx.stopping.aborted) {
        await ctx.db.store(scope, 'write', (tx) => store.release(tx, idsOf(group), holder))
        continue
      }
      try {
        // After a failed request, the run asks the shop nothing more. Webhooks that need a request get the same error.
        if (away && group.asksShop) throw away
        await perform(work, group)
      } catch (error) {
        if (error instanceof TakeoverError) continue
        if (error instanceof ShopFailure) away = error
        await putAside(work, holder, group, error)
      }
    }
  } finally {
    await opened?.then((found) => found?.shop.close?.()).catch(() => {})
  }
}

/** Webhooks that need the same request to the shop form a group. Groups are in order of arrival. */
function groupWebhooks(ctx: JobContext, row: ShopRow | undefined, rows: readonly store.ClaimedWebhook[]): Group[] {
  const groups = new Map<string, Group>()
  for (const each of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const meaning = readMeaning(ctx, row, each)
    const asked = askedFor(meaning)
    const name = asked ?? each.id
    const group = groups.get(name)
    if (group) group.rows.push(each)
    else groups.set(name, { meaning, rows: [each], asksShop: asked !== undefined })
  }
  return [...groups.values()]
}

function readMeaning(ctx: JobContext, row: ShopRow | undefined, webhook: store.ClaimedWebhook): WebhookMeaning {
  if (webhook.body === null) return { kind: 'ignored', reason: 'The content was erased.' }
  if (!row) return { kind: 'ignored', reason: 'The shop is not connected any more.' }
  const meaning = requireAdapter(webhook.platform, ctx.services).interpretWebhook(webhook.topic, webhook.body, {
    identifiers: row.identifiers,
    currency: null,
  })
  const isLastWord = ['customer_data_requested', 'customer_redacted', 'shop_redacted'].includes(meaning.kind)
  if (row.status === 'removed' && !isLastWord) return { kind: 'ignored', reason: 'The shop is not connected any more.' }
  return meaning
}

const askedFor = (meaning: WebhookMeaning): string | undefined => {
  if (meaning.kind === 'product' || meaning.kind === 'product_deleted') return `product ${meaning.resourceId}`
  if (meaning.kind === 'order_deleted') return `order ${meaning.resourceId}`
  return meaning.kind === 'order' && meaning.order === undefined ? `order ${meaning.resourceId}` : undefined
}

async function perform(work: Work, group: Group): Promise<void> {
  const { meaning } = group
  if ((group.rows[0]?.attempts ?? 0) > mostAttempts)
    return work.settle({
      rows: group.rows,
      state: 'failed',
      error: 'Every attempt to process this webhook was interrupted.',
    })
  switch (meaning.kind) {
    case 'order':
      return applyOrder(work, group, meaning)
    case 'order_deleted':
      return applyOrderDeletion(work, group, meaning.resourceId)
    case 'product':
    case 'product_deleted':
      return applyProduct(work, group, meaning.resourceId)
    case 'uninstalled':
      return uninstall(work, group)
    case 'customer_data_requested':
      return tellOfRequest(work, group)
    case 'customer_redacted':
      return eraseCustomer(work, group, meaning)
    case 'shop_redacted':
      return eraseShop(work, group)
    case 'ignored':
      return work.settle({ rows: group.rows, state: 'ignored', error: describeReason(meaning.reason) }, async (tx) => {
        // The body is erased, because we store no data of a disconnected shop.
        if (work.isRemoved) await store.eraseBodies(tx, idsOf(group))
      })
  }
}

const idsOf = ({ rows }: { rows: readonly store.ClaimedWebhook[] }) => rows.map(({ id }) => id)

const reasons: Record<string, string> = {
  no_id: 'The webhook concerns no data that we store.',
  unknown_topic: 'This topic is not processed.',
  unknown_type: 'This type of webhook is not processed.',
  no_order_yet: 'The order is not placed yet: it may be a draft or unpaid.',
}
const describeReason = (reason: string) => reasons[reason] ?? reason

/** Marks the rows first, which locks them: if two runs process the same rows, one of them writes nothing. */
const settle = (
  { db }: JobContext,
  scope: StoreScope,
  holder: string,
  { rows, state, error }: Outcome,
  effect?: (tx: StoreTx) => Promise<unknown>,
): Promise<void> =>
  retryTransient(() =>
    db.store(scope, 'write', async (tx) => {
      const ids = rows.map(({ id }) => id)
      const settled = await store.updateSettled(tx, ids, holder, { state, error: error ?? null })
      if (settled < ids.length) throw new TakeoverError()
      await effect?.(tx)
    }),
  )

async function putAside(
  { ctx, scope, connectionId }: Work,
  holder: string,
  group: Group,
  error: unknown,
): Promise<void> {
  const isOurs = !(error instanceof ShopFailure)
  if (isOurs) ctx.services.log.warn({ err: (error as Error).message }, 'the processing of a webhook failed')
  const said = isOurs ? 'Processing failed with an internal error.' : error.message
  await ctx.db.store(scope, 'write', async (tx) => {
    if (!isOurs && error.code === 'credentials_refused') await markUninstalled(tx, connectionId, said)
    for (const { id, attempts } of group.rows) {
      const until = nextAttempt(attempts, tx.now, isOurs ? null : error.afterMs)
      if (until) await store.updateWaiting(tx, id, holder, { until, error: said })
      else await store.updateSettled(tx, [id], holder, { state: 'failed', error: said })
    }
  })
}
