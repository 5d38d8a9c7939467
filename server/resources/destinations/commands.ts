import { randomBytes } from 'node:crypto'
import { toTrouble } from '#integrations/destinations/trouble.ts'
import { DestinationFailure, type Place } from '#integrations/shops/destination.ts'
import type { Audit } from '#platform/audit/audit.ts'
import { type Page, type PageRequest, pageOfAll } from '#platform/calls/paging/page.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { withoutStarWords } from '#platform/limits/star-words.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import { findConnected } from '#resources/connectors/shops/commands.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { readReview } from '#resources/reviews/commands.ts'
import { reasonsOf } from './content.ts'
import * as facts from './facts-store.ts'
import * as feeds from './feeds-store.ts'
import * as items from './item-store.ts'
import { openOutside, openOwn, type Parts, sealCredentials } from './opening.ts'
import { requestComparison, sendJob } from './queueing.ts'
import { kindFacts } from './rules.ts'
import type {
  Destination,
  DestinationChanges,
  Item,
  ItemQuery,
  Kind,
  NewDestination,
  ReviewDestination,
  Status,
} from './schema.ts'
import { finishRemoval } from './sending.ts'
import { changeStatus } from './status.ts'
import * as store from './store.ts'

const askedWithinMs = 14_000

export type Acting = Parts & { audit: Audit }

const noCounts = { queued: 0, accepted: 0, live: 0, refused: 0, removing: 0 }

export async function listDestinations(tx: StoreTx, services: Services, maySeeUrl: boolean): Promise<Destination[]> {
  const rows = await store.list(tx)
  if (rows.length === 0) return []
  const counts = new Map((await items.count(tx)).map(({ destinationId, ...some }) => [destinationId, some]))
  const feed = rows.some(({ kind }) => kindFacts[kind].isPulled) ? await feeds.find(tx) : undefined
  const isFeedEnabled = rows.some(({ kind }) => kind === 'google_product') && (await store.hasReviewFeed(tx))
  return rows.map((row) => {
    const pulled = kindFacts[row.kind].isPulled ? feed : undefined
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      statusReason: row.statusReason,
      warnings: warningsOf(row, isFeedEnabled),
      account: row.account,
      url: pulled && maySeeUrl ? `${services.origin}/feeds/${pulled.token}.csv` : null,
      counts: counts.get(row.id) ?? noCounts,
      pausedUntil: row.pausedUntil,
      lastFetchedAt: pulled?.lastFetchedAt ?? null,
      lastReconciliation: row.lastComparison,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }
  })
}

function warningsOf({ kind, statusReason }: store.Row, isFeedEnabled: boolean): Destination['warnings'] {
  if (kind === 'google_product' && isFeedEnabled)
    return [
      {
        code: 'feed_enabled',
        message:
          'The review feed is enabled too, so Google may get each review twice. Remove the feed at Google, then disable it here.',
      },
    ]
  if (kindFacts[kind].platform === 'shopify' && statusReason === 'permission_missing')
    return [{ code: 'reinstall', message: 'Install the app again in Shopify, so that it gets the new scope.' }]
  return []
}

export const pageDestinations = async (
  tx: StoreTx,
  services: Services,
  maySeeUrl: boolean,
  request: PageRequest,
): Promise<Page<Destination>> =>
  pageOfAll(
    await listDestinations(tx, services, maySeeUrl),
    request,
    ({ createdAt: at, id }) => ({ at, id }),
    (each) => each,
  )

export async function readDestination(
  tx: StoreTx,
  services: Services,
  maySeeUrl: boolean,
  id: string,
): Promise<Destination> {
  const found = (await listDestinations(tx, services, maySeeUrl)).find((each) => each.id === id.toLowerCase())
  if (!found) throw notFound('destination', id)
  return found
}

type AskedPlace = { place: Place; status: Status; reason: string | null }

/**
 * Tests the platform's permissions before anything is stored. With missing permissions the destination is created,
 * but blocked.
 */
async function askOutside(
  parts: Parts,
  scope: StoreScope,
  given: Parameters<typeof openOutside>[2],
  place: Place,
): Promise<AskedPlace> {
  try {
    const opened = await openOutside(parts, scope, given, askedWithinMs)
    if (!opened) return { place, status: 'active', reason: null }
    try {
      return { place: await opened.outside.prepare(place), status: 'active', reason: null }
    } finally {
      await opened.close()
    }
  } catch (error) {
    const trouble = toTrouble(error, parts.services.clock.now())
    if (trouble.kind === 'blocked') return { place, status: 'blocked', reason: trouble.reason }
    throw new DestinationFailure(trouble)
  }
}

function toRefusal(error: unknown): never {
  if (!(error instanceof DestinationFailure)) throw error
  const { kind, message } = error.trouble
  throw new AppError(
    400,
    kind === 'needs_reauth' || kind === 'refused' ? 'credentials_refused' : 'destination_unreachable',
    message,
  )
}

async function requireKind(tx: StoreTx, services: Services, kind: Kind): Promise<void> {
  const { plan, platform } = kindFacts[kind]
  const subscription = await findSubscription(tx)
  const current = subscription && decideSubscriptionState(subscription, tx.now, services.config.billing)
  if (current && !includes(current.plan, plan))
    throw forbidden('plan_required', `This destination needs the plan ${plan} or higher.`, { requiredPlan: plan })
  if (kind === 'shopify_reviews' && !services.config.shopifyReviews)
    throw conflict(
      'Shopify has not approved this service’s app for Shopify’s standard reviews.',
      'platform_not_configured',
    )
  if (await store.hasKind(tx, kind)) throw conflict('The store has a destination of this kind already.')
  if (platform === null) return
  const shop = await findConnected(tx)
  if (shop?.platform !== platform || shop.status === 'installing')
    throw conflict(`No ${platform} shop is connected. Connect it first.`, 'shop_not_connected')
}

export async function createDestination(acting: Acting, scope: StoreScope, sent: NewDestination): Promise<Destination> {
  const { db, services, audit } = acting
  const { kind, credentials } = withoutStarWords(sent)
  await db.store(scope, 'read', (tx) => requireKind(tx, services, kind))
  const isOfAccount = kind === 'google_product'
  if (isOfAccount && !credentials) throw invalidField('/credentials', 'is required for google_product')
  if (!isOfAccount && credentials) throw invalidField('/credentials', `must be left out for ${kind}`)
  const id = newId(services.clock.nowMs())
  const sealed = credentials ? sealCredentials(services, id, credentials) : null
  const account = credentials?.accountId ?? null
  const given = openOwn({ services }, { id, kind, account, credentials: sealed })
  const { place, status, reason } = await askOutside(acting, scope, given, {}).catch(toRefusal)
  return db.store(scope, 'write', async (tx) => {
    const row = { id, kind, status, statusReason: reason, credentials: sealed, account, place: { ...place } }
    if ((await store.insert(tx, row)) === 0) throw conflict('The store has a destination of this kind already.')
    if (kindFacts[kind].isPulled) await feeds.upsert(tx, id, newToken())
    await requestComparison(tx, id)
    await audit(tx, 'destination.created', { type: 'destination', id, name: kind }, { kind })
    return readDestination(tx, services, true, id)
  })
}

/** 128 random bits, like the token of the review feed. */
const newToken = () => randomBytes(16).toString('base64url')

export async function changeDestination(
  acting: Acting,
  scope: StoreScope,
  id: string,
  sent: DestinationChanges,
): Promise<Destination> {
  const { db, services, audit } = acting
  const { credentials } = withoutStarWords(sent)
  const row = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!row) throw notFound('destination', id)
  if (!credentials) return db.store(scope, 'read', (tx) => readDestination(tx, services, true, id))
  if (row.kind !== 'google_product') throw invalidField('/credentials', `must be left out for ${row.kind}`)
  if (row.account !== credentials.accountId)
    throw invalidField(
      '/credentials/accountId',
      'must be the same account. Remove the destination first to use another one',
    )
  const sealed = sealCredentials(services, id, credentials)
  const given = openOwn({ services }, { ...row, credentials: sealed })
  const asked = await askOutside(acting, scope, given, row.place).catch(toRefusal)
  return db.store(scope, 'write', async (tx) => {
    await store.updateCredentials(tx, id, sealed, credentials.accountId)
    await settleAsked(tx, row, asked)
    await audit(tx, 'destination.changed', { type: 'destination', id, name: row.kind }, { changed: ['credentials'] })
    return readDestination(tx, services, true, id)
  })
}

async function settleAsked(tx: StoreTx, row: store.Row, { place, status, reason }: AskedPlace): Promise<void> {
  await store.updatePlace(tx, row.id, { ...place })
  if (row.status === 'paused') return
  await changeStatus(tx, row.id, status, reason)
  if (status !== 'active') return
  await requestComparison(tx, row.id)
  await wake(tx, sendJob)
}

export async function testDestination(parts: Parts, scope: StoreScope, id: string) {
  const { db, services } = parts
  const row = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!row) throw notFound('destination', id)
  try {
    const asked = await askOutside(parts, scope, openOwn({ services }, row), row.place)
    await db.store(scope, 'write', (tx) => settleAsked(tx, row, asked))
    const ok = asked.status === 'active'
    const message = ok
      ? 'The destination accepts our data.'
      : (blockedTexts[asked.reason ?? ''] ?? 'Something must be changed at the destination.')
    return { ok, checks: [{ name: 'write', ok, message }] }
  } catch (error) {
    if (!(error instanceof DestinationFailure)) throw error
    const { trouble } = error
    if (trouble.kind === 'needs_reauth')
      await db.store(scope, 'write', (tx) => changeStatus(tx, id, 'needs_reauth', 'credentials_refused'))
    const name = trouble.kind === 'needs_reauth' ? 'credentials' : 'connection'
    return { ok: false, checks: [{ name, ok: false, message: trouble.message }] }
  }
}

const blockedTexts: Record<string, string> = {
  fields_missing:
    'The shop lacks the fields evidentRating and evidentRatingCount. Define them as custom fields of products.',
  permission_missing: 'The connection is not allowed to write to the shop. Grant it the permission to update products.',
  account_not_allowed:
    'Google refuses the account or its cloud project. Register the project and enroll in Product Ratings.',
}

async function require(tx: StoreTx, id: string): Promise<store.Row> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('destination', id)
  if (row.status === 'removing') throw conflict('The destination is being removed.')
  return row
}

export async function pauseDestination(
  tx: StoreTx,
  services: Services,
  audit: Audit,
  id: string,
): Promise<Destination> {
  const row = await require(tx, id)
  await changeStatus(tx, id, 'paused', null)
  await audit(tx, 'destination.changed', { type: 'destination', id, name: row.kind }, { changed: ['paused'] })
  return readDestination(tx, services, true, id)
}

export async function resumeDestination(
  tx: StoreTx,
  services: Services,
  audit: Audit,
  id: string,
): Promise<Destination> {
  const row = await require(tx, id)
  await changeStatus(tx, id, 'active', null)
  await requestComparison(tx, id)
  await wake(tx, sendJob)
  await audit(tx, 'destination.changed', { type: 'destination', id, name: row.kind }, { changed: ['paused'] })
  return readDestination(tx, services, true, id)
}

export async function compareDestination(tx: StoreTx, services: Services, id: string): Promise<Destination> {
  await require(tx, id)
  await requestComparison(tx, id)
  return readDestination(tx, services, true, id)
}

export async function rotateAddress(tx: StoreTx, services: Services, audit: Audit, id: string): Promise<Destination> {
  const row = await require(tx, id)
  if (!kindFacts[row.kind].isPulled)
    throw conflict('This destination fetches no file, so it has no file address to replace.', 'not_pulled')
  await feeds.upsert(tx, id, newToken())
  await audit(tx, 'destination.changed', { type: 'destination', id, name: row.kind }, { changed: ['url'] })
  return readDestination(tx, services, true, id)
}

/** With `keep`, our items stay at the platform. Otherwise the destination is deleted once its items are removed there. */
export async function removeDestination(tx: StoreTx, services: Services, audit: Audit, id: string, keep: boolean) {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('destination', id)
  const { isPulled } = kindFacts[row.kind]
  await audit(tx, 'destination.removed', { type: 'destination', id, name: row.kind }, { kept: keep })
  if (keep) {
    if (isPulled) await feeds.deleteFeed(tx)
    await store.deleteDestination(tx, id)
    return undefined
  }
  if (row.status !== 'removing') {
    await changeStatus(tx, id, 'removing', null)
    await items.queueAllRemovals(tx, id, isPulled)
  }
  const removing = await readDestination(tx, services, true, id)
  await finishRemoval(tx, id)
  await wake(tx, sendJob)
  return removing
}

export async function listItems(tx: StoreTx, id: string, { reviewId, ...query }: ItemQuery): Promise<Page<Item>> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('destination', id)
  const isRating = kindFacts[row.kind].shows === 'ratings'
  const subjectId = reviewId && isRating ? ((await facts.findReview(tx, reviewId))?.productId ?? reviewId) : reviewId
  return items.list(tx, id, { ...query, subjectId })
}

export async function retryItem(tx: StoreTx, id: string, itemId: string): Promise<Item> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('destination', id)
  const item = await items.find(tx, id, itemId)
  if (!item) throw notFound('item', itemId)
  if (kindFacts[row.kind].isPulled)
    throw conflict('Meta fetches this file, so there is nothing to send again.', 'not_retryable')
  if (item.operation === null && item.state === 'removed')
    throw conflict('The item was removed, so there is nothing to send again.', 'not_retryable')
  await items.updateRetried(tx, itemId)
  store.clearOwnPause(tx)
  await wake(tx, sendJob)
  const retried = await items.find(tx, id, itemId)
  if (!retried) throw notFound('item', itemId)
  return items.toItem(retried)
}

const nothing = {
  itemId: null,
  state: null,
  operation: null,
  reason: null,
  message: null,
  externalId: null,
  sentAt: null,
  confirmedAt: null,
}

export async function readReviewDestinations(
  tx: StoreTx,
  { config, media }: Pick<Services, 'config' | 'media'>,
  reviewId: string,
): Promise<{ data: ReviewDestination[] }> {
  const review = await facts.findReview(tx, reviewId)
  // Throws 404 for an unknown review, but not for a copy of another store's review, which no destination shows.
  if (!review) await readReview(tx, reviewId, media, toSharing(config))
  const rows = await store.list(tx)
  if (!review)
    return {
      data: rows.map(({ id, kind }) => ({ destinationId: id, kind, eligible: false, reasons: ['shared'], ...nothing })),
    }
  const product = review.productId === null ? undefined : (await facts.listProducts(tx, [review.productId]))[0]
  const subjects = review.productId === null ? [review.id] : [review.id, review.productId]
  const known = (await items.listOfSubjects(tx, subjects)).map((row) => ({
    of: row.destination_id,
    ...items.toItem(row),
  }))
  return {
    data: rows.map(({ id, kind }) => {
      const reasons = reasonsOf(kind, review, product)
      const item = known.find(
        ({ of, reviewId: ofReview }) => of === id && (ofReview === null || ofReview === review.id),
      )
      return {
        destinationId: id,
        kind,
        eligible: reasons.length === 0,
        reasons,
        ...nothing,
        ...(item && {
          ...{
            itemId: item.id,
            state: item.state,
            operation: item.operation,
            reason: item.reason,
            message: item.message,
          },
          ...{ externalId: item.externalId, sentAt: item.sentAt, confirmedAt: item.confirmedAt },
        }),
        ...(kind === 'shopify_reviews' &&
          reasons.length === 0 &&
          review.platformOrderId === null &&
          !item?.reason && { reason: 'no_order', message: 'The Shop app shows only reviews with an order.' }),
      }
    }),
  }
}
