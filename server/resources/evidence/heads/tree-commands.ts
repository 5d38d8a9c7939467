import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { joined, keptBelow, keptEvery, listSubtrees, rangeHash, type Subtree } from './tree-rules.ts'
import * as store from './tree-store.ts'

type Range = Parameters<typeof rangeHash>[0]

const width = 2 ** keptEvery
const nodesAtOnce = 1_000

/** Needs no lock, because every caller computes the same nodes. Returns false if some nodes must still be added. */
export async function growTree(tx: StoreTx, size: number): Promise<boolean> {
  let isWhole = true
  for (let level = keptEvery, below = size; below >= width; level += keptEvery) {
    const there = await store.countNodes(tx, level)
    const wanted = Math.min(Math.floor(below / width), there + nodesAtOnce)
    if (wanted < Math.floor(below / width)) isWhole = false
    if (wanted > there) await addNodes(tx, level, there, wanted)
    below = wanted
  }
  return isWhole
}

async function addNodes(tx: StoreTx, level: number, from: number, to: number): Promise<void> {
  const [start, end] = [from * width, to * width]
  const children =
    level === keptEvery
      ? await store.listLeaves(tx, start, end)
      : await store.listNodes(tx, level - keptEvery, start, end)
  const hashes = children.map(({ hash }) => hash)
  const nodes = Array.from({ length: to - from }, (_, i) => joined(hashes.slice(i * width, (i + 1) * width)))
  await store.insertNodes(tx, level, from, nodes)
}

const nameOf = ({ level, index }: Subtree) => `${level}/${index}`

export async function hashRanges(tx: StoreReads, ranges: readonly Range[]): Promise<Buffer[]> {
  const wanted = new Map<string, Subtree>()
  for (const range of ranges)
    for (const subtree of listSubtrees(range)) for (const kept of keptBelow(subtree)) wanted.set(nameOf(kept), kept)
  const leaves = [...wanted.values()].filter(({ level }) => level === 0).map(({ index }) => index)
  const nodes = [...wanted.values()].filter(({ level }) => level > 0)
  const rows = await store.listHashes(tx, leaves, {
    levels: nodes.map(({ level }) => level),
    places: nodes.map(({ index }) => index),
  })
  const hashes = new Map(rows.map(({ hash, ...subtree }) => [nameOf(subtree), hash]))
  const hashSubtree = (subtree: Subtree) =>
    joined(keptBelow(subtree).map((kept) => required(hashes.get(nameOf(kept)), kept)))
  return ranges.map((range) => rangeHash(range, hashSubtree))
}

function required(hash: Buffer | undefined, subtree: Subtree): Buffer {
  if (!hash) throw new Error(`The tree has no hash for ${nameOf(subtree)}.`)
  return hash
}
