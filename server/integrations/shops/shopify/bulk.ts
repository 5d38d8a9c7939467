// The position contains the operation's state, so another process can download the same file and continue after the last
// page.

import { isRecord } from '../fields.ts'
import { type Position, ShopFailure, type ShopTools, type Verdict } from '../shop.ts'
import { cancelBulk, pollBulk, startBulk } from './documents.ts'
import type { Client } from './graphql/client.ts'
import { parseGid, toGid } from './graphql/ids.ts'
import { splitLines } from './lines.ts'
import { bucketsFor, Spool } from './spool.ts'

export type Root = { node: Record<string, unknown>; children: readonly Record<string, unknown>[] }
export type RootPage = {
  roots: readonly Root[]
  next: BulkPosition | null
  total: number | null
  currency: string | null
}

/** The fields `lines` to `orphans` are counts from the file for the completeness check, set after the download. */
export type BulkPosition = Position & {
  operation: string
  polls: number
  since: number
  restarts: number
  bucket?: number
  skip?: number
  objects?: number
  roots?: number
  lines?: number
  rootLines?: number
  orphans?: number
}

type Operation = {
  id: string
  status: string
  errorCode: string | null
  objectCount: unknown
  rootObjectCount: unknown
  url: string | null
}
type Counts = { objects: number; roots: number; lines: number; rootLines: number; orphans: number }
type BulkLines = {
  operation: string
  spool: Spool | undefined
  currency: string | null
  counts: Omit<Counts, 'orphans'>
}
type Bucket = { roots: Root[]; orphans: number }

const pageRoots = 250
/**
 * Limits the child rows of a page, because a page is one transaction. 250 products with 2,048 variants each would be half
 * a million rows.
 */
const pageChildren = 3_000
const longestMs = 24 * 60 * 60_000
const longPolls = 8
const mostRestarts = 3

export function createBulkReader(client: Client, tools: ShopTools) {
  let sorted: BulkLines | undefined
  let loaded: (Bucket & { operation: string; index: number }) | undefined
  let found: Counts | undefined

  async function start(query: string, restarts = 0): Promise<RootPage> {
    const { bulkOperationRunQuery: result } = await client.ask<{
      bulkOperationRunQuery: { bulkOperation: { id: string } | null; userErrors: { code?: string | null }[] } | null
    }>(startBulk, { query })
    if (result?.userErrors.some(({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED'))
      throw new ShopFailure('throttled', 'Other bulk operations of this app are still running at Shopify.', 60_000)
    const operation = parseGid(result?.bulkOperation?.id)
    if (!operation || result?.userErrors.length)
      throw new ShopFailure('shop_failed', 'Shopify did not start the bulk operation.')
    const next = { operation, polls: 0, since: tools.now().getTime(), restarts }
    return { roots: [], next, total: null, currency: null }
  }

  async function read(position: BulkPosition, query: string): Promise<RootPage> {
    if (sorted?.operation !== position.operation) {
      const { operation, currency, isDead } = await poll(position)
      // The file of a failed operation is partial, so it is skipped and a new operation starts.
      if (isDead && position.restarts < mostRestarts) return await start(query, position.restarts + 1)
      // A retry with this position would poll a failed operation for ever.
      if (isDead) throw new ShopFailure('shop_failed', 'Shopify did not finish the bulk operation.', null, true)
      if (!operation) return await waitOn(position)
      await close()
      sorted = await sort(operation, currency, tools)
    }
    const { spool, currency, counts } = sorted
    const end = spool?.buckets ?? 0
    let { bucket = 0, skip = 0, orphans = 0 } = position
    const roots: Root[] = []
    let children = 0
    const hasRoom = () => roots.length < pageRoots && children < pageChildren
    while (spool && bucket < end && hasRoom()) {
      const inBucket = await load(position.operation, spool, bucket)
      for (; skip < inBucket.roots.length && hasRoom(); skip += 1) {
        const root = inBucket.roots[skip] as Root
        roots.push(root)
        children += root.children.length
      }
      if (skip < inBucket.roots.length) break
      orphans += inBucket.orphans
      bucket += 1
      skip = 0
    }
    found = { ...counts, orphans }
    const next: BulkPosition = { ...position, bucket, skip, ...found }
    // The read ends with an empty page, because the completeness check needs a position that contains the counts.
    const isEnd = bucket >= end && roots.length === 0 && position.lines !== undefined
    if (isEnd) await close()
    return { roots, next: isEnd ? null : next, total: counts.roots, currency }
  }

  async function load(operation: string, spool: Spool, index: number): Promise<Bucket> {
    if (loaded?.operation !== operation || loaded.index !== index)
      loaded = { operation, index, ...gather(await spool.read(index)) }
    return loaded
  }

  async function poll({
    operation: id,
    since,
  }: BulkPosition): Promise<{ operation?: Operation; currency: string | null; isDead?: boolean }> {
    const { bulkOperation: operation, shop } = await client.ask<{
      bulkOperation: Operation | null
      shop: { currencyCode: string }
    }>(pollBulk, { id: toGid('BulkOperation', id) })
    const currency = shop?.currencyCode ?? null
    if (operation?.status === 'COMPLETED') return { operation: { ...operation, id }, currency }
    if (operation?.status === 'CREATED' || operation?.status === 'RUNNING') {
      if (tools.now().getTime() - since < longestMs) return { currency }
      await client.ask(cancelBulk, { id: toGid('BulkOperation', id) })
    }
    if (operation?.errorCode === 'ACCESS_DENIED')
      throw new ShopFailure('credentials_refused', 'The app’s access token lacks a scope for this read.')
    return { currency, isDead: true }
  }

  async function waitOn(position: BulkPosition): Promise<RootPage> {
    // While Shopify prepares the file, the worker reads other shops.
    if (position.polls >= longPolls) throw new ShopFailure('throttled', 'Shopify is still preparing its file.', 30_000)
    await tools.wait(Math.min(1_000 * 2 ** position.polls, 4_000))
    return { roots: [], next: { ...position, polls: position.polls + 1 }, total: null, currency: null }
  }

  async function close(): Promise<void> {
    const { spool } = sorted ?? {}
    sorted = undefined
    loaded = undefined
    await spool?.close()
  }

  const verify = (last: Partial<BulkPosition> | null) => decideVerdict(last?.lines === undefined ? (found ?? {}) : last)

  return { start, read, verify, close }
}

/** A file is complete when it has a line for every object that Shopify counted, and the parent of every line. */
function decideVerdict(counts: Partial<Counts>): Verdict {
  const { objects, lines, orphans, rootLines } = counts
  if (objects === undefined || lines === undefined)
    return { isWhole: false, reason: "The bulk operation's file was not read to its end." }
  if (lines !== objects)
    return {
      isWhole: false,
      reason: `The bulk operation's file contains ${lines} objects, but Shopify counted ${objects}.`,
    }
  if (orphans) return { isWhole: false, reason: "The bulk operation's file lacks the parents of some lines." }
  if (rootLines === 0 && objects > 0) return { isWhole: false, reason: "The bulk operation's file is empty." }
  return { isWhole: true }
}

/**
 * Stops if the file has more lines than Shopify counted. The number of buckets follows from that count, and each bucket
 * must fit into memory. The completeness check refuses a file that is too long or too short.
 */
async function sort(operation: Operation, currency: string | null, tools: ShopTools): Promise<BulkLines> {
  const counts = { objects: readCount(operation.objectCount), roots: readCount(operation.rootObjectCount) }
  const found = { operation: operation.id, currency }
  if (!operation.url) return { ...found, spool: undefined, counts: { ...counts, lines: 0, rootLines: 0 } }
  const spool = await Spool.create(bucketsFor(counts.objects))
  let lines = 0
  let rootLines = 0
  try {
    reading: for await (const batch of splitLines(await tools.download(operation.url)))
      for (const line of batch) {
        const parsed = parseLine(line)
        const root = parseGid(parsed?.__parentId ?? parsed?.id)
        if (!parsed || !root) continue
        lines += 1
        if (parsed.__parentId === undefined) rootLines += 1
        const written = spool.add(root, line)
        if (written) await written
        if (lines > counts.objects) break reading
      }
  } catch (error) {
    await spool.close()
    throw error
  }
  return { ...found, spool, counts: { ...counts, lines, rootLines } }
}

/** Children without their parent's line are counted: they reveal a gap in the file. */
function gather(bytes: Buffer): Bucket {
  const groups = [...group(bytes).values()]
  return {
    roots: groups.flatMap(({ node, children }) => (node ? [{ node, children }] : [])),
    orphans: groups.reduce((sum, { node, children }) => sum + (node ? 0 : children.length), 0),
  }
}

type Group = { node: Record<string, unknown> | undefined; children: Record<string, unknown>[] }

function group(bytes: Buffer): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(10, from)
    const parsed = parseLine(bytes.subarray(from, at))
    from = at + 1
    const root = parseGid(parsed?.__parentId ?? parsed?.id)
    if (!parsed || !root) continue
    const group = groups.get(root) ?? { node: undefined, children: [] }
    groups.set(root, group)
    if (parsed.__parentId === undefined) group.node = parsed
    else group.children.push(parsed)
  }
  return groups
}

function parseLine(line: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line.toString('utf8'))
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function readCount(value: unknown): number {
  const count = Number(value)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
