// Compares our items at the platform with those that should be there. Reads first the items that the platform lists,
// then the wanted items, then the items to remove. It only queues changes, which the sending job makes. A
// killed run restarts from the beginning.

import { toTrouble } from '#integrations/destinations/trouble.ts'
import type { FoundItem, Destination as Outside, Place, Trouble } from '#integrations/shops/destination.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { retryAt } from '#platform/jobs/delivery/backoff.ts'
import { wake, wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { newId } from '#platform/values/ids.ts'
import { type ContentReader, createContentReader } from './content.ts'
import { listWanted, readWanted, type WantedItem } from './facts.ts'
import * as facts from './facts-store.ts'
import * as items from './item-store.ts'
import { openOutside, openOwn } from './opening.ts'
import { compareJob, sendJob } from './queueing.ts'
import { kindFacts, listedAfterMs, retries } from './rules.ts'
import { changeStatus } from './status.ts'
import * as store from './store.ts'

const pageSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'

type Counts = { checked: number; missing: number; extra: number; changed: number }
type Run = { row: store.Row; reader: ContentReader; startedAt: Date; counts: Counts; lease: Lease }

export async function compareDue(ctx: JobContext, scope: StoreScope): Promise<void> {
  const compareOne = () =>
    resumable<store.Row, true>(ctx, {
      scope,
      next: () => nextRunOfStore(compareJob, scope),
      claim: (tx, { holder, until }) => store.claimComparison(tx, holder, until),
      renew: (tx, { holder, until }, row) => store.extendComparison(tx, row.id, holder, until),
      async run(row, lease) {
        await compare(ctx, scope, row, lease)
        return true
      },
    })
  while (!ctx.stopping.aborted && (await compareOne()));
  await ctx.db.store(scope, 'write', async (tx) => wakeForNext(tx, compareJob, await store.findNextComparison(tx)))
}

async function compare({ db, services }: JobContext, scope: StoreScope, row: store.Row, lease: Lease): Promise<void> {
  const { clock, media } = services
  const counts = { checked: 0, missing: 0, extra: 0, changed: 0 }
  const run: Run = { row, reader: createContentReader(media), startedAt: clock.now(), counts, lease }
  try {
    const opened = await openOutside({ db, services }, scope, openOwn({ services }, row))
    try {
      if (opened) await compareOutside(run, opened.outside)
      await queueMissing(run, opened !== undefined)
      await queueExtra(run)
    } finally {
      await opened?.close()
    }
    await lease.finish(async (tx) => {
      await store.endComparison(tx, row.id, { result: { at: tx.now.toISOString(), ...counts }, after: null })
      await wake(tx, sendJob)
    })
  } catch (error) {
    lease.signal.throwIfAborted()
    const trouble = toTrouble(error, clock.now())
    await lease.finish((tx) => endTroubled(tx, row, trouble))
  }
}

async function endTroubled(tx: StoreTx, row: store.Row, trouble: Trouble): Promise<void> {
  if (trouble.kind === 'blocked') await changeStatus(tx, row.id, 'blocked', trouble.reason)
  if (trouble.kind === 'needs_reauth') await changeStatus(tx, row.id, 'needs_reauth', 'credentials_refused')
  const isAway = trouble.kind === 'later'
  const retry = retryAt(retries, { attempts: 3, now: tx.now, random: Math.random() })
  // Problems other than `later` need a person, so the next try is the nightly comparison.
  await store.endComparison(tx, row.id, { result: null, after: isAway ? (trouble.until ?? retry) : null })
}

async function compareOutside(run: Run, outside: Outside): Promise<void> {
  const { row, lease } = run
  const place = await outside.prepare(row.place)
  await lease.commit(async (tx) => {
    if (JSON.stringify(place) !== JSON.stringify(row.place)) await store.updatePlace(tx, row.id, place)
    if (row.status === 'blocked' || row.status === 'needs_reauth') await changeStatus(tx, row.id, 'active', null)
  })
  for await (const page of pagesOf(outside, place)) {
    lease.signal.throwIfAborted()
    if (page.length > 0) await lease.commit((tx) => judgeFound(tx, run, page))
  }
}

async function* pagesOf(outside: Outside, place: Place): AsyncGenerator<readonly FoundItem[]> {
  let from: Parameters<Outside['list']>[0] = null
  do {
    const page: Awaited<ReturnType<Outside['list']>> = await outside.list(from, place)
    for (let at = 0; at < page.items.length; at += pageSize) yield page.items.slice(at, at + pageSize)
    from = page.next
  } while (from !== null)
}

/** Compares items that the platform lists with the wanted content. Queues items that differ, and adds missing rows. */
async function judgeFound(
  tx: StoreTx,
  { row, reader, startedAt, counts }: Run,
  found: readonly FoundItem[],
): Promise<void> {
  const { kind, id: destinationId } = row
  const subjects = await findSubjects(tx, row, found)
  const ids = [...subjects.keys()]
  const known = new Map((await items.listCompared(tx, destinationId, ids)).map((item) => [item.subjectId, item]))
  const wanted = await readWanted(tx, kind, ids, reader)
  const [seen, different]: string[][] = [[], []]
  const adopted: items.AdoptedItem[] = []
  for (const [subjectId, there] of subjects) {
    const item = known.get(subjectId)
    const should = wanted.get(subjectId)
    const isSame = should?.content !== undefined && there.isSame?.(should.content.value) !== false
    if (item) {
      seen?.push(item.id)
      const isSettled = item.operation === null && item.mayBeThere
      if (should?.content && isSettled && item.state !== 'refused' && !isSame) different?.push(item.id)
      continue
    }
    // Metafields of the standard namespace may belong to another app. Without a row here, a metafield counts as ours
    // only if its product is rated.
    if (!isOurs(kind, should)) continue
    const digest = isSame ? (should?.content?.digest ?? null) : null
    const operation = should?.content ? (isSame ? null : ('put' as const)) : ('remove' as const)
    const productId = should?.productId ?? (kindFacts[kind].shows === 'ratings' ? subjectId : null)
    adopted.push({ id: newId(tx.now.getTime()), subjectId, productId, externalId: there.externalId, digest, operation })
    if (operation === 'remove') counts.extra++
    if (operation === 'put') counts.changed++
  }
  if (seen && seen.length > 0) await items.updateSeen(tx, seen, startedAt)
  if (different && different.length > 0) {
    await items.updateSentAgain(tx, different)
    counts.changed += different.length
  }
  if (adopted.length > 0) await items.insertAdopted(tx, destinationId, adopted, startedAt)
}

const isOurs = (kind: store.Row['kind'], should: WantedItem | undefined): boolean =>
  kind !== 'shopify_rating' || should?.content !== undefined

async function findSubjects(
  tx: StoreTx,
  { kind }: store.Row,
  found: readonly FoundItem[],
): Promise<Map<string, FoundItem>> {
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
  if (kindFacts[kind].shows === 'reviews')
    return new Map(found.filter(({ key }) => isId.test(key)).map((each) => [each.key, each]))
  const byKey = new Map(found.map((each) => [each.key, each]))
  const products = await facts.listProductIds(tx, [...byKey.keys()])
  return new Map(
    products.flatMap(({ id, platformProductId }) => {
      const there = byKey.get(platformProductId)
      return there ? [[id, there] as const] : []
    }),
  )
}

/** Queues wanted items that have no row, that the platform did not list, or that changed since they were sent. */
async function queueMissing({ row, reader, startedAt, counts, lease }: Run, wasListed: boolean): Promise<void> {
  let after: string | null = firstId
  while (after !== null) {
    lease.signal.throwIfAborted()
    const from: string = after
    after = await lease.commit(async (tx) => {
      const { wanted, next } = await listWanted(tx, row.kind, { after: from, limit: pageSize }, reader)
      const due = wanted.filter(({ content }) => content !== undefined)
      counts.checked += due.length
      const known = new Map(
        (
          await items.listCompared(
            tx,
            row.id,
            due.map(({ subjectId }) => subjectId),
          )
        ).map((item) => [item.subjectId, item]),
      )
      const puts: items.NewItem[] = []
      const again: string[] = []
      for (const { subjectId, productId, content } of due) {
        const item = known.get(subjectId)
        if (!item || item.state === 'removed') {
          const isPulled = kindFacts[row.kind].isPulled
          puts.push({ id: newId(tx.now.getTime()), destinationId: row.id, subjectId, productId, isPulled })
          counts.missing++
        } else if (item.operation === null && !kindFacts[row.kind].isPulled) {
          const isSame = content !== undefined && item.digest?.equals(content.digest) === true
          const isLost = wasListed && item.mayBeThere && item.state !== 'refused' && isMissing(item, startedAt)
          if (isLost) counts.missing++
          else if (!isSame) counts.changed++
          if (isLost || !isSame) again.push(item.id)
        }
      }
      if (puts.length > 0) await items.upsertPuts(tx, puts)
      if (again.length > 0) await items.updateSentAgain(tx, again)
      return next
    })
  }
}

/** An item that was sent a moment ago may not be listed yet. */
const isMissing = ({ seenAt, sentAt }: items.ComparedItem, startedAt: Date): boolean =>
  (seenAt === null || new Date(seenAt) < startedAt) &&
  (sentAt === null || startedAt.getTime() - Date.parse(sentAt) > listedAfterMs)

/**
 * Queues the removal of items that may be at the platform, but should not be shown there. Queued items are checked
 * before their call. A fetched file has no calls, so its queued items are checked here too.
 */
async function queueExtra({ row, reader, counts, lease }: Run): Promise<void> {
  let after: string | null = firstId
  while (after !== null) {
    lease.signal.throwIfAborted()
    const from: string = after
    after = await lease.commit(async (tx) => {
      const { isPulled } = kindFacts[row.kind]
      const there = await items.listThere(tx, row.id, { after: from, limit: pageSize, queuedToo: isPulled })
      const wanted = await readWanted(
        tx,
        row.kind,
        there.map(({ subjectId }) => subjectId),
        reader,
      )
      const extra = there.filter(
        ({ subjectId, operation }) => operation !== 'remove' && wanted.get(subjectId)?.content === undefined,
      )
      const of = isPulled ? { sent: [], pulled: [row.id] } : { sent: [row.id], pulled: [] }
      if (extra.length > 0)
        items.queueRemovals(
          tx,
          of,
          extra.map(({ subjectId }) => subjectId),
        )
      counts.extra += extra.filter(({ mayBeThere }) => mayBeThere).length
      return there.length === pageSize ? (there.at(-1)?.subjectId ?? null) : null
    })
  }
}
