import { publish } from '#platform/areas/events.ts'
import type { StoreDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { theService } from '#platform/identity/caller.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { invalidField } from '#platform/values/errors.ts'
import { appendEntries } from '../commands.ts'
import { headSigned } from '../events.ts'
import { checkpointText, originOf } from '../note-rules.ts'
import type { LedgerEntry } from '../schema.ts'
import * as entries from '../store.ts'
import { ensureKeyIn, readSigner } from './key-commands.ts'
import { dayBefore, dayToSign } from './rules.ts'
import type { ReviewProof } from './schema.ts'
import * as store from './store.ts'
import { growTree, hashRanges } from './tree-commands.ts'
import { consistencyRanges, inclusionRanges, rootRange } from './tree-rules.ts'

type Signing = { db: StoreDb; secrets: Secrets; now: Date; stopping: AbortSignal }

/** Closes the previous day once, with an entry and a head. An empty ledger has nothing to close. */
export async function closeDay(signing: Signing, scope: StoreScope): Promise<void> {
  const date = dayBefore(signing.now)
  const isDue = await signing.db.store(scope, 'read', (tx) => isOpen(tx, date))
  if (!isDue || !(await grow(signing, scope))) return
  await signing.db.store(
    scope,
    'write',
    async (tx) => {
      await entries.lock(tx, [])
      if (!(await isOpen(tx, date))) return
      appendEntries(tx, [{ type: 'day', review: null, by: theService, data: { date } }])
      await signHead(tx, signing.secrets, date)
    },
    { isUpkeep: true },
  )
}

async function isOpen(tx: StoreReads, date: string): Promise<boolean> {
  const { firstEntryAt, lastClosedDay } = await store.findDated(tx)
  return firstEntryAt !== null && (lastClosedDay === null || lastClosedDay < date)
}

/** Extends the tree before taking any lock, so that a store with a million new entries blocks no transaction. */
export async function grow({ db, stopping }: Omit<Signing, 'secrets' | 'now'>, scope: StoreScope): Promise<boolean> {
  const size = await db.store(scope, 'read', store.findSize)
  while (!(await db.store(scope, 'write', (tx) => growTree(tx, size), { isUpkeep: true })))
    if (stopping.aborted) return false
  return true
}

/**
 * Signs the current size unless it is already signed. Locks the ledger until the transaction ends. `closed` is the day that
 * the caller has closed.
 */
export async function signHead(tx: StoreTx, secrets: Secrets, closed?: string): Promise<store.HeadRow> {
  const { ledger } = await entries.lock(tx, [])
  const last = await store.findLast(tx)
  if (last?.size === ledger.size) return last
  await growTree(tx, ledger.size)
  const [root = Buffer.of()] = await hashRanges(tx, [rootRange(ledger.size)])
  const sign = await readSigner(tx, secrets)
  const checkpoint = sign(checkpointText(tx.storeEnvId, ledger.size, root), originOf(tx.storeEnvId))
  const day = closed ?? dayToSign(tx.now, await store.findDated(tx))
  const head = { size: ledger.size, day, root, checkpoint }
  await storeHead(tx, head)
  // Drops cached responses, because responses for shopping agents contain the newest head.
  invalidateStorefront(tx)
  return head
}

/** Stores a signed head, which is then public to witnesses. The caller has locked the ledger. */
export async function storeHead(tx: StoreTx, head: store.HeadRow): Promise<void> {
  await store.insert(tx, head)
  publish(tx, headSigned, { size: head.size })
}

export type { HeadRow } from './store.ts'
export const findLastHead = store.findLast
export const findNextHead = store.findNext
export const findHeadSizeAt = store.findSizeAt

export async function proveConsistency(tx: StoreReads, from: number, to: number): Promise<string[]> {
  const head = await store.findLast(tx)
  const size = head?.size ?? 0
  if (to > size) throw invalidField('/to', `is more than the newest head is over, which is ${size} entries`)
  if (from > to) throw invalidField('/from', 'is more than `to`')
  const path = await hashRanges(tx, consistencyRanges(from, to))
  return path.map((each) => each.toString('hex'))
}

/** Undefined for an unknown review. Takes two round trips: `salt` first, then all paths by one statement. */
export async function proveReview(
  tx: StoreReads,
  id: string,
  salt: Query<{ salt: Buffer }>,
): Promise<(ReviewProof & { entries: { entry: LedgerEntry }[] }) | undefined> {
  const [rows, [head], [told]] = await tx.several<[{ seq: number; entry: string }, store.HeadRow, { salt: Buffer }]>([
    entries.selectOfReview(tx, id),
    store.selectLast(tx),
    salt,
  ])
  if (rows.length === 0) return undefined
  const proven = rows.filter(({ seq }) => head !== undefined && seq < head.size)
  const ranges = proven.map(({ seq }) => inclusionRanges(seq, head?.size ?? 0))
  const hashes = await hashRanges(tx, ranges.flat())
  const paths = new Map<number, string[]>()
  let at = 0
  for (const [i, { seq }] of proven.entries()) {
    const length = ranges[i]?.length ?? 0
    paths.set(
      seq,
      hashes.slice(at, at + length).map((each) => each.toString('hex')),
    )
    at += length
  }
  return {
    checkpoint: head?.checkpoint ?? null,
    salt: told?.salt.toString('hex') ?? null,
    entries: rows.map(({ seq, entry }) => ({
      entry: JSON.parse(entry) as LedgerEntry,
      path: paths.get(seq) ?? null,
    })),
  }
}

/**
 * Signs a head before archiving, so that a restore can prove every review of the archive. Actions after the head are not
 * proven.
 */
export async function signBeforeArchiving(
  { db, secrets }: { db: StoreDb; secrets: Secrets },
  scope: StoreScope,
  stopping: AbortSignal = neverStopping,
): Promise<void> {
  if ((await db.store(scope, 'read', store.findSize)) === 0) return
  await db.store(scope, 'write', (tx) => ensureKeyIn(tx, secrets))
  if (await grow({ db, stopping }, scope)) await db.store(scope, 'write', (tx) => signHead(tx, secrets))
}

const neverStopping = new AbortController().signal
