// Copies reviews of the givers to one receiver. It reads in transactions of the giver and writes in those
// of the receiver, so row-level security guards both. A killed run continues from the stored position. Every step can be
// repeated.
import type { CrossDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { type CrossJobContext, enqueue } from '#platform/jobs/jobs.ts'
import { nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import {
  createAuthorDigest,
  deleteLockedCopies,
  forgetDeletedCopies,
  insertCopies,
  lockCopiesOf,
  lockOldestCopies,
  moveCopies,
  type Original,
  updateCopies,
} from '#resources/reviews/moderation/copy-commands.ts'
import { matchProducts } from './matching.ts'
import { copyPhotos } from './photos.ts'
import * as runs from './run-store.ts'
import { maxCopies } from './schema.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

export const copyJob = 'shared_reviews.copy'

/** A job ends after this time and the next one continues, so that organizations take turns. */
const jobMs = 15_000
const readAtOnce = 400
/**
 * Number of rows in one transaction. With 500, requests of this process took 2.2 times as long during the copying.
 * With 50, they took 1.2 times as long, at 4,000 copies a second (2026-11-29).
 */
const writtenAtOnce = 50
const deletedAtOnce = 500
const productsAtOnce = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'
/** With more products to copy from than this, the newest reviews of all products are read. */
const mostProducts = 200

export async function copyShared(ctx: CrossJobContext, scope: StoreScope): Promise<void> {
  const until = performance.now() + jobMs
  const isOver = () => ctx.stopping.aborted || performance.now() > until
  const digestOf = createAuthorDigest(ctx.services.secrets, scope.storeEnvId)
  const holder = await resumable<string, string>(ctx, {
    scope,
    next: () => nextRunOfStore(copyJob, scope),
    claim: async (tx, { holder, until }) => ((await runs.claim(tx, holder, until)) ? holder : undefined),
    renew: (tx, { holder, until }) => runs.extend(tx, holder, until),
    async run(_, lease) {
      const found = await ctx.db.store(scope, 'read', runs.listRuns)
      const all = found.map((run): Work => {
        const giver = { storeEnvId: run.giverId, organizationId: scope.organizationId }
        return { ctx, scope, giver, run, lease, isOver, digestOf }
      })
      await work(all, isOver)
      await lease.finish((tx) => runs.release(tx, lease.holder))
      return lease.holder
    },
  })
  if (holder === undefined) return
  // A job that was queued after this run's last query may have found the lease taken and ended, so another is queued.
  if (await findWaiting(ctx, scope)) await ctx.db.store(scope, 'write', (tx) => wake(tx, copyJob))
}

export const wakeReceiver = (tx: Pick<StoreTx, 'organizationId'> & Parameters<typeof enqueue>[0], receiverId: string) =>
  enqueue(
    tx,
    copyJob,
    { storeEnvId: receiverId, organizationId: tx.organizationId },
    { key: `${copyJob}:${receiverId}` },
  )

const findGrant = ({ ctx, scope, run }: Pick<Work, 'ctx' | 'scope' | 'run'>) =>
  ctx.db.store(scope, 'read', (tx) => store.findReceived(tx, run.grantId, toSharing(ctx.services.config).isBilled))

/** Handles removals and changes of all grants first, so that a long copying delays none of them. */
async function work(all: readonly Work[], isOver: () => boolean): Promise<void> {
  const live: Work[] = []
  for (const todo of all) {
    if (isOver()) return
    if (await follow(todo)) live.push(todo)
  }
  for (const step of [fill, copyPhotos])
    for (const todo of live) {
      if (isOver()) return
      await step(todo)
    }
  // A revocation during this run is handled now, because the next run may wait for its turn.
  for (const todo of live) if ((await findGrant(todo))?.state !== 'active') await removeAll(todo)
}

/** Handles removals and changes of a grant. Returns true if the grant still allows new copies. */
async function follow(todo: Work): Promise<boolean> {
  const grant = await findGrant(todo)
  if (grant?.state !== 'active') {
    await removeAll(todo)
    return false
  }
  await matchChanged(todo, grant)
  await followChanges(todo, grant.isLive)
  return grant.isLive
}

async function removeAll({ run, lease, isOver }: Work): Promise<void> {
  while (!isOver()) {
    const removed = await lease.commit(async (tx) => {
      const copies = await lockOldestCopies(tx, run.grantId, { limit: deletedAtOnce })
      await deleteLockedCopies(tx, copies, 'grant')
      if (copies.length < deletedAtOnce) {
        await forgetDeletedCopies(tx, run.grantId)
        await runs.deleteRun(tx, run.grantId)
      }
      return copies.length
    })
    if (removed < deletedAtOnce) return
  }
}

/** Matches products again if those of either store changed, or if they were never matched. */
async function matchChanged(todo: Work, grant: store.ReceivedGrant): Promise<void> {
  const { ctx, scope, giver, run, lease } = todo
  const own = await ctx.db.store(scope, 'read', (tx) => runs.listChanges(tx, run.grantId, firstId, productsAtOnce))
  const theirs = await ctx.db.store(giver, 'read', (tx) => runs.listProductChanges(tx, run.grantId, productsAtOnce))
  if (!run.isUnmatched && own.length === 0 && theirs.length === 0) return
  const plan = await matchProducts(ctx.db, scope, giver, run.grantId, grant)
  await lease.commit(async (tx) => {
    for (let at = 0; at < plan.written.length; at += productsAtOnce)
      await runs.upsertMatches(tx, run.grantId, plan.written.slice(at, at + productsAtOnce))
    for (const { originProductId, productId } of plan.moved)
      await moveCopies(tx, run.grantId, originProductId, productId)
    // Reads all reviews again, because there are new products. Skips existing copies.
    if (plan.hasNew) await runs.updateFilled(tx, run.grantId, undefined)
    await runs.updateUnmatched(tx, run.grantId, false)
    await runs.deleteChanges(
      tx,
      run.grantId,
      own.map(({ id }) => id),
    )
  })
  for (const originProductId of plan.lost) await removeProduct(todo, originProductId)
  if (theirs.length > 0)
    await ctx.db.store(giver, 'write', (tx) =>
      runs.deleteChanges(
        tx,
        run.grantId,
        theirs.map(({ id }) => id),
      ),
    )
  if (plan.hasNew) Object.assign(run, { filledSubmittedAt: null, filledId: null })
}

async function removeProduct({ run, lease }: Work, originProductId: string): Promise<void> {
  for (;;) {
    const removed = await lease.commit(async (tx) => {
      const copies = await lockOldestCopies(tx, run.grantId, { originProductId, limit: deletedAtOnce })
      await deleteLockedCopies(tx, copies, 'origin')
      if (copies.length < deletedAtOnce) await runs.deleteMatch(tx, run.grantId, originProductId)
      return copies.length
    })
    if (removed < deletedAtOnce) return
  }
}

const toOriginal = ({ digestOf }: Work, { approvedAt: _, authorEmail, ...review }: runs.GivenReview): Original => ({
  ...review,
  authorDigest: authorEmail === null ? null : digestOf(authorEmail),
})

const findApprover = ({ approvesRole, approvesVia }: runs.Run): Party | undefined =>
  approvesRole === null || approvesVia === null ? undefined : ({ role: approvesRole, via: approvesVia } as Party)

/** The person who accepts the grant approves all reviews that the giver had approved at that moment. */
const toNew = (todo: Work, matches: ReadonlyMap<string, string>, reviews: readonly runs.GivenReview[]) =>
  reviews.flatMap((review) => {
    const ownProductId = matches.get(review.productId)
    if (ownProductId === undefined) return []
    const { approvesUntil } = todo.run
    const isApproved = approvesUntil !== null && Date.parse(review.approvedAt) <= Date.parse(approvesUntil)
    return { ...toOriginal(todo, review), ownProductId, isApproved }
  })

const readMatches = async (db: CrossDb, scope: StoreScope, grantId: string) => {
  const rows = await db.store(scope, 'read', (tx) => runs.listMatches(tx, grantId))
  return { rows, byProduct: new Map(rows.map(({ originProductId, productId }) => [originProductId, productId])) }
}

/** `isLive` is false while one of the two subscriptions does not include sharing. Then only removals are processed. */
async function followChanges(todo: Work, isLive: boolean): Promise<void> {
  const { ctx, scope, giver, run, lease, isOver } = todo
  let after = firstId
  let matches: ReadonlyMap<string, string> | undefined
  // While a subscription does not include sharing, no next run is queued, so this run reads all changes.
  while (!lease.signal.aborted && !(isLive && isOver())) {
    const { changes, reviews } = await ctx.db.store(giver, 'read', async (tx) => {
      const changes = await runs.listChanges(tx, run.grantId, after, writtenAtOnce)
      const ids = [...new Set(changes.flatMap(({ reviewId }) => reviewId ?? []))]
      return { changes, reviews: ids.length > 0 ? await runs.listGiven(tx, ids) : [] }
    })
    const last = changes.at(-1)
    if (!last) return
    after = last.id
    matches ??= (await readMatches(ctx.db, scope, run.grantId)).byProduct
    const byProduct = matches
    const current = new Map(reviews.map((review) => [review.id, review]))
    const ids = [...new Set(changes.flatMap(({ reviewId }) => reviewId ?? []))]
    await lease.commit(async (tx) => {
      const copies = await lockCopiesOf(tx, run.grantId, ids)
      const isGone = ({ originId }: { originId: string }) => {
        const review = current.get(originId)
        return review === undefined || !byProduct.has(review.productId)
      }
      const gone = copies.filter(isGone)
      await deleteLockedCopies(tx, gone, 'origin')
      if (!isLive) return
      await updateCopies(
        tx,
        copies.flatMap((copy) => {
          const review = current.get(copy.originId)
          const ownProductId = review && byProduct.get(review.productId)
          return review && ownProductId !== undefined ? { copy, original: toOriginal(todo, review), ownProductId } : []
        }),
      )
      await insert(tx, todo, toNew(todo, byProduct, reviews), { removed: gone.length })
    })
    const isDone = ({ reviewId }: runs.Change) => isLive || reviewId === null || !current.has(reviewId)
    const done = changes.filter(isDone).map(({ id }) => id)
    if (done.length > 0) await ctx.db.store(giver, 'write', (tx) => runs.deleteChanges(tx, run.grantId, done))
    if (changes.length < writtenAtOnce) return
  }
}

type NewOriginal = ReturnType<typeof toNew>[number]

const isNewer = (one: Pick<NewOriginal, 'submittedAt' | 'id'>, other: runs.Place | undefined): boolean => {
  if (!other) return true
  const [at, otherAt] = [Date.parse(one.submittedAt), Date.parse(other.submittedAt)]
  return at > otherAt || (at === otherAt && one.id > other.id)
}

type Insertion = {
  /** Copies that this transaction has deleted. */
  removed?: number
  /** True in the pass over all originals, which goes from the newest to the oldest and leaves none out. */
  isPass?: boolean
}

/** Keeps the newest copies within the limit. Returns true if there is no room for some of the originals. */
async function insert(
  tx: StoreTx,
  todo: Work,
  originals: readonly NewOriginal[],
  { removed = 0, isPass = false }: Insertion = {},
): Promise<boolean> {
  const { run } = todo
  const { grantId, giverId } = run
  const write = (some: readonly NewOriginal[]) => insertCopies(tx, { grantId, giverId }, some, findApprover(run))
  if (originals.length === 0) return false
  let present = (await store.findCopies(tx, grantId)) - removed
  const mayAll = isPass || !run.hasOlder
  if (mayAll && originals.length <= maxCopies - present) {
    await write(originals)
    return false
  }
  const copied = new Set(
    (
      await lockCopiesOf(
        tx,
        grantId,
        originals.map(({ id }) => id),
      )
    ).map(({ originId }) => originId),
  )
  const oldest = await runs.findOldestCopy(tx, grantId)
  let rest = originals.filter(({ id }) => !copied.has(id)).sort((one, other) => (isNewer(one, other) ? -1 : 1))
  // Skips originals whose copies were deleted or erased here, and takes the next ones instead.
  for (let wanted = rest; wanted.length > 0; ) {
    const room = mayAll ? maxCopies - present : 0
    wanted = rest.filter((original, at) => at < room || isNewer(original, oldest))
    present += await write(wanted)
    const tried = new Set(wanted)
    rest = rest.filter((original) => !tried.has(original))
  }
  const extra = present - maxCopies
  if (extra > 0) await deleteLockedCopies(tx, await lockOldestCopies(tx, grantId, { limit: extra }), 'origin')
  if (!run.hasOlder && (extra > 0 || rest.length > 0)) {
    await runs.updateHasOlder(tx, grantId, true)
    run.hasOlder = true
  }
  return rest.length > 0
}

/**
 * Copies reviews of newly matched products, newest first. If copies were deleted, copies the next newest reviews of
 * all products.
 */
async function fill(todo: Work): Promise<void> {
  const { ctx, scope, giver, run, lease, isOver } = todo
  const { rows, byProduct } = await readMatches(ctx.db, scope, run.grantId)
  const waiting = rows.filter(({ isFilled }) => !isFilled)
  const isRefill = waiting.length === 0 && run.hasOlder && rows.length > 0
  if (isRefill && !(await startRefill(todo, rows))) return
  const unfilled = (isRefill ? rows : waiting).map(({ originProductId }) => originProductId)
  if (unfilled.length === 0) return
  const wanted = new Map(unfilled.map((id) => [id, byProduct.get(id) as string]))
  const productIds = unfilled.length <= mostProducts ? unfilled : undefined
  let before =
    run.filledSubmittedAt !== null && run.filledId !== null
      ? { submittedAt: run.filledSubmittedAt, id: run.filledId }
      : undefined
  while (!isOver() && !lease.signal.aborted) {
    const asked = { before, productIds, limit: readAtOnce }
    const reviews = await ctx.db.store(giver, 'read', (tx) => runs.listNewestGiven(tx, asked))
    const last = reviews.at(-1)
    const isEnd = reviews.length < readAtOnce
    before = last && { submittedAt: last.submittedAt, id: last.id }
    const originals = toNew(todo, wanted, reviews)
    let isFull = false
    for (let at = 0; at === 0 || at < originals.length; at += writtenAtOnce) {
      const isLast = at + writtenAtOnce >= originals.length
      isFull = await lease.commit(async (tx) => {
        const isFull = await insert(tx, todo, originals.slice(at, at + writtenAtOnce), { isPass: true })
        if (isLast || isFull) await runs.updateFilled(tx, run.grantId, before)
        if ((isLast && isEnd) || isFull) {
          await runs.updateFilledProducts(tx, run.grantId, { originProductIds: unfilled, isFilled: true })
          await runs.updateFilled(tx, run.grantId, undefined)
        }
        if (isLast && isEnd && !isFull && unfilled.length === rows.length)
          await runs.updateHasOlder(tx, run.grantId, false)
        return isFull
      })
      if (isFull) break
    }
    if (isEnd || isFull) return
    if ((await findGrant(todo))?.state !== 'active') return
  }
}

/** The pass begins with originals older than the oldest copy. Returns false if there is no room. */
async function startRefill({ run, lease }: Work, rows: readonly { originProductId: string }[]): Promise<boolean> {
  return lease.commit(async (tx) => {
    if ((await store.findCopies(tx, run.grantId)) >= maxCopies) return false
    const oldest = await runs.findOldestCopy(tx, run.grantId)
    const originProductIds = rows.map(({ originProductId }) => originProductId)
    await runs.updateFilledProducts(tx, run.grantId, { originProductIds, isFilled: false })
    await runs.updateFilled(tx, run.grantId, oldest)
    Object.assign(run, { filledSubmittedAt: oldest?.submittedAt ?? null, filledId: oldest?.id ?? null })
    return true
  })
}

/**
 * True if a run has changes, products or photos left. Records which grants wait for a subscription, so that their copying
 * resumes within a minute after the subscription.
 */
async function findWaiting({ db, services }: CrossJobContext, scope: StoreScope): Promise<boolean> {
  const { isBilled } = toSharing(services.config)
  let isDue = false
  for (const { grantId, giverId } of await db.store(scope, 'read', runs.listRuns)) {
    const own = await db.store(scope, 'read', async (tx) => {
      const grant = await store.findReceived(tx, grantId, isBilled)
      return { grant, isDue: await runs.isDue(tx, grantId, (grant?.copies ?? 0) < maxCopies) }
    })
    const { grant } = own
    if (grant?.state !== 'active') {
      isDue = true
      continue
    }
    const giver = { storeEnvId: giverId, organizationId: scope.organizationId }
    const hasChanges = async () =>
      (await db.store(giver, 'read', (tx) => runs.listChanges(tx, grantId, firstId, 1))).length > 0
    const hasWork = own.isDue || (await hasChanges())
    if (hasWork && grant.isLive) isDue = true
    const awaitsPlan = hasWork && !grant.isLive
    if (awaitsPlan !== grant.awaitsPlan)
      await db.store(scope, 'write', (tx) => store.updateAwaitsPlan(tx, grantId, awaitsPlan))
  }
  return isDue
}
