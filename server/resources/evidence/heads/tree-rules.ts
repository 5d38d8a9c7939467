// RFC 9162 §2.1. A complete subtree is the `index`th at `level` above the leaves. It never changes, so only complete
// subtrees are stored.
import { hash } from 'node:crypto'

export type Subtree = { level: number; index: number }

export type HashOf = (subtree: Subtree) => Buffer

const nodePrefix = Buffer.of(1)
export const emptyRoot = hash('sha256', '', 'buffer')

export const hashNode = (left: Buffer, right: Buffer): Buffer =>
  hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer')

type Range = { start: number; end: number }

const splitSize = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

export function listSubtrees({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start; at < end; ) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++
    subtrees.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return subtrees
}

/** Joins from right to left, because the smaller trees at the right edge are joined first. */
export function rangeHash(range: Range, hashSubtree: HashOf): Buffer {
  const hashes = listSubtrees(range).map(hashSubtree)
  return hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashNode(left, right))
}

export const rootRange = (size: number): Range => ({ start: 0, end: size })

/** Siblings on the path from a leaf up to the root of a tree with `size` leaves. */
export function inclusionRanges(seq: number, size: number): Range[] {
  if (!(seq >= 0 && seq < size)) throw new RangeError('The leaf is not in the tree.')
  const ranges: Range[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitSize(end - start)
    if (seq < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.reverse()
}

/** Proves that the tree of size `to` begins with the tree of size `from`: RFC 9162 §2.1.4.1. Empty for equal sizes. */
export function consistencyRanges(from: number, to: number): Range[] {
  if (!(from > 0 && from <= to))
    throw new RangeError('The size of the smaller tree must be from 1 to the size of this tree.')
  const ranges: Range[] = []
  let [start, end] = [0, to]
  let rest = from
  let isWhole = true
  while (rest < end - start) {
    const split = splitSize(end - start)
    if (rest <= split) {
      ranges.push({ start: start + split, end })
      end = start + split
    } else {
      ranges.push({ start, end: start + split })
      start += split
      rest -= split
      isWhole = false
    }
  }
  if (!isWhole) ranges.push({ start, end })
  return ranges.reverse()
}

/**
 * Stores only every fourth level above the leaves, a fifteenth of the hashes above them. All other hashes are computed
 * in a few steps.
 */
export const keptEvery = 4

export const isKept = ({ level }: Subtree): boolean => level % keptEvery === 0

export function keptBelow({ level, index }: Subtree): Subtree[] {
  const above = level % keptEvery
  const count = 2 ** above
  return Array.from({ length: count }, (_, i) => ({ level: level - above, index: index * count + i }))
}

/** The root of a complete tree. The number of hashes must be a power of two. */
export function joined(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0] as Buffer
  const pairs = Array.from({ length: hashes.length / 2 }, (_, i) =>
    hashNode(hashes[2 * i] as Buffer, hashes[2 * i + 1] as Buffer),
  )
  return joined(pairs)
}

/**
 * The right edge of a tree that grows leaf by leaf. It has one hash for each complete subtree, so one for each set bit of
 * the size.
 */
export function createEdge() {
  const edge: Buffer[] = []
  let size = 0
  return {
    add(leaf: Buffer): void {
      edge.push(leaf)
      for (let count = ++size; count % 2 === 0; count /= 2) {
        const right = edge.pop() as Buffer
        edge.push(hashNode(edge.pop() as Buffer, right))
      }
    },
    root: (): Buffer => (edge.length === 0 ? emptyRoot : edge.reduceRight((right, left) => hashNode(left, right))),
  }
}

export function hashTree(leaves: readonly Buffer[]): Buffer {
  const edge = createEdge()
  for (const leaf of leaves) edge.add(leaf)
  return edge.root()
}
